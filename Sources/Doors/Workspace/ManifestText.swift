import Evaluation
import Formats
package import MotionTypes

/// A manifest as text that is edited: lines that a change does not touch keep their bytes, their order and their
/// further columns. A pure value.
package struct ManifestText: Sendable {
    /// The columns, in order.
    private var columns: [String]
    private var header: [UInt8]
    private var records: [Record]

    private struct Record: Sendable {
        /// The bytes of its lines, with those of blank lines behind it.
        var bytes: [UInt8]
        var row: LabelRow
    }

    /// A manifest without rows, with the standard columns.
    package init() {
        columns = Manifest.standardColumns
        header = Array(CSVText.record(columns).utf8)
        records = []
    }

    /// Reads a manifest; empty bytes are one without rows.
    ///
    /// - Throws: `InputError` with the line for a file that `Manifest` refuses, but for one without rows.
    package init(_ bytes: [UInt8], source: String) throws(InputError) {
        self.init()
        guard !bytes.allSatisfy({ $0 == 10 || $0 == 13 || $0 == 32 }) else { return }
        var starts = [0]
        var reader = CSVReader(bytes)
        do throws(InputError) {
            guard let names = try reader.next() else { return }
            columns = names.map { String($0.text.drop { $0 == " " }) }
            var rows: [(line: Int, row: LabelRow)] = []
            while let fields = try reader.next() {
                rows.append((fields.first?.line ?? 1, try LabelRow(fields, columns: columns)))
            }
            // The whole check, with overlaps and the lengths of rows.
            if !rows.isEmpty { _ = try Manifest(csv: bytes, source: source) }
            for column in ["recording", "activity"] where !columns.contains(column) {
                throw InputError(
                    .malformed, line: 1, problem: "there is no column \(quoted: column)",
                    remedy: "add the column, or move the file of another tool away")
            }
            for (index, byte) in bytes.enumerated() {
                if byte == 10 || byte == 13 && (index + 1 == bytes.count || bytes[index + 1] != 10) {
                    starts.append(index + 1)
                }
            }
            if starts.last != bytes.count { starts.append(bytes.count) }
            func place(_ line: Int) -> Int { line <= starts.count ? starts[line - 1] : bytes.count }
            let places = rows.map { place($0.line) } + [bytes.count]
            header = Array(bytes[..<(places[0])])
            records = []
            for (index, (_, row)) in rows.enumerated() {
                records.append(Record(bytes: Array(bytes[places[index]..<places[index + 1]]), row: row))
            }
        } catch {
            throw error.inSource(source)
        }
        if let last = records.indices.last {
            Self.endLine(&records[last].bytes)
        } else {
            Self.endLine(&header)
        }
    }

    /// The whole text.
    package var bytes: [UInt8] { records.reduce(into: header) { $0 += $1.bytes } }

    /// A hash of the text, by which a page knows what it saw.
    package var hash: String { SHA256.text(SHA256.hash(bytes)) }

    /// The rows by recording, each list in the file's order.
    package var rows: [String: [LabelRow]] {
        Dictionary(grouping: records.map(\.row)) { $0["recording"] }
    }

    /// The rows of one recording.
    package func rows(of recording: String) -> [LabelRow] {
        records.map(\.row).filter { $0["recording"] == recording }
    }

    /// Replaces the rows of a recording. Rows that stay as they are keep their bytes; new ones follow the first old
    /// one, or the last row of the file.
    package mutating func replace(_ recording: String, with rows: [LabelRow]) {
        addColumns(rows.reduce(into: []) { $0.formUnion($1.columns) })
        var old: [LabelRow: [UInt8]] = [:]
        var place: Int?
        var kept: [Record] = []
        for record in records {
            if record.row["recording"] == recording {
                old[record.row] = record.bytes
                if place == nil { place = kept.count }
            } else {
                kept.append(record)
            }
        }
        let new = rows.map { Record(bytes: old[$0] ?? Array($0.line(columns).utf8), row: $0) }
        kept.insert(contentsOf: new, at: place ?? kept.count)
        records = kept
    }

    /// Adds the columns that rows need and the file lacks, at the end of each line.
    private mutating func addColumns(_ needed: Set<String>) {
        let missing = Manifest.standardColumns.filter { needed.contains($0) && !columns.contains($0) }
        guard !missing.isEmpty else { return }
        columns += missing
        Self.append("," + missing.joined(separator: ","), to: &header)
        let cells = String(repeating: ",", count: missing.count)
        for index in records.indices { Self.append(cells, to: &records[index].bytes) }
    }

    /// Appends text to a record, before its line's end.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let end = bytes.lastIndex { $0 != 10 && $0 != 13 }.map { $0 + 1 } ?? 0
        bytes.insert(contentsOf: text.utf8, at: end)
    }

    private static func endLine(_ bytes: inout [UInt8]) {
        if let last = bytes.last, last != 10, last != 13 { bytes.append(10) }
    }
}
