// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A case is a table; its line has `records`, arrays of texts.
struct TableWriter: CaseWriter {
    private let dialect: CSVDialect

    /// For tables whose fields `separator` parts.
    init(separator: Unicode.Scalar, isLoose: Bool) {
        dialect = CSVDialect(separator: separator, quotes: isLoose ? .loose : .strict)
    }

    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        var records: [[String]] = []
        do throws(InputError) {
            var reader = CSVReader(bytes, dialect: dialect)
            while let record = try reader.next() { records.append(record.map(\.text)) }
        } catch {
            line.append(refusal: error)
            return
        }
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.array("records") { json in
                    for record in records {
                        json.array { json in
                            for field in record { json.append(field) }
                        }
                    }
                }
            }
        }
    }
}
