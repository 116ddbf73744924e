// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayEvaluation

/// A manifest as text that is edited: lines that a change does not touch keep their bytes, their order and their
/// further columns. A pure value.
package struct ManifestText: Sendable {
    /// The columns, in order.
    private var columns: [String]
    /// What stands between the fields of the file's lines.
    private var separator = UInt8(ascii: ",")
    private var header: [UInt8]
    private var records: [Record]

    private struct Record: Sendable {
        /// The bytes of its lines.
        var bytes: [UInt8]
        /// The blank lines behind it.
        var blank: [UInt8] = []
        var row: LabelRow
    }

    package private(set) var bytes: [UInt8]

    /// A manifest without rows, with the standard columns.
    package init() {
        columns = Manifest.standardColumns
        header = Array(CSVText.record(columns).utf8)
        records = []
        bytes = header
    }

    /// Reads a manifest; empty bytes are one without rows.
    ///
    /// - Throws: `InputError` with the line for a file that `Manifest` refuses, but for one without rows.
    package init(_ bytes: [UInt8], source: String) throws(InputError) {
        self.init()
        let (bytes, dialect) = TableReader.content(of: bytes)
        separator = dialect.separator
        guard !bytes.allSatisfy({ $0 == 10 || $0 == 13 || $0 == 32 }) else { return }
        var starts = [0]
        var reader = CSVReader(bytes, dialect: dialect)
        do throws(InputError) {
            guard let names = try reader.next() else { return }
            columns = names.map { String($0.text.drop { $0 == " " }) }
            for column in ["recording", "activity"] where !columns.contains(column) {
                throw InputError(
                    .malformed, line: 1, problem: "there is no column \(quoted: column)",
                    remedy: "add the column, or move the file of another tool away")
            }
            var records: [[CSVField]] = []
            while let fields = try reader.next() { records.append(fields) }
            // The whole check, with overlaps and the lengths of rows.
            if !records.isEmpty { _ = try Manifest(csv: bytes, source: source) }
            let hasDecimalComma = separator != UInt8(ascii: ",")
            let rows = try records.map { (fields) throws(InputError) in
                let row = try LabelRow(fields, columns: columns, hasDecimalComma: hasDecimalComma)
                return (line: fields.first?.line ?? 1, row: row)
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
            self.records = []
            for (index, (_, row)) in rows.enumerated() {
                let lines = bytes[places[index]..<places[index + 1]]
                let end = Self.endOfRecord(lines)
                self.records.append(Record(bytes: Array(lines[..<end]), blank: Array(lines[end...]), row: row))
            }
        } catch {
            throw error.inSource(source)
        }
        let lineEnd = lineEnd
        if let last = records.indices.last {
            Self.endLine(&records[last].bytes, lineEnd)
        } else {
            Self.endLine(&header, lineEnd)
        }
        joinBytes()
    }

    private mutating func joinBytes() {
        var joined = header
        joined.reserveCapacity(bytes.count + 4096)
        for record in records {
            joined += record.bytes
            joined += record.blank
        }
        bytes = joined
    }

    /// A hash of the text, by which a page knows what it saw.
    package var hash: String { SHA256.text(SHA256.hash(bytes)) }

    /// The rows by recording, each list in the file's order.
    package var rows: [ExactName: [LabelRow]] {
        Dictionary(grouping: records.map(\.row)) { ExactName($0["recording"]) }
    }

    /// The rows of one recording.
    package func rows(of recording: String) -> [LabelRow] {
        records.map(\.row).filter { ExactName($0["recording"]) == ExactName(recording) }
    }

    /// Replaces the rows of recordings. Rows that stay as they are keep their bytes; new ones follow the first old
    /// one, or the last row of the file. Blank lines stay.
    package mutating func replace(_ changed: [ExactName: [LabelRow]]) {
        guard !changed.isEmpty else { return }
        addColumns(changed.values.reduce(into: []) { columns, rows in for row in rows { row.add(to: &columns) } })
        var old: [ExactName: [LabelRow: [UInt8]]] = [:]
        for record in records where changed[record.row["recording"]] != nil {
            old[ExactName(record.row["recording"]), default: [:]][record.row] = record.bytes
        }
        let lineEnd = lineEnd
        func new(_ recording: ExactName) -> [Record] {
            (changed[recording] ?? []).map { row in
                Record(
                    bytes: old[recording]?[row] ?? row.bytes(columns, separator: separator, lineEnd: lineEnd), row: row)
            }
        }
        var kept: [Record] = []
        kept.reserveCapacity(records.count)
        var placed: Set<ExactName> = []
        for record in records {
            let recording = ExactName(record.row["recording"])
            guard changed[recording] != nil else {
                kept.append(record)
                continue
            }
            if placed.insert(recording).inserted { kept += new(recording) }
            guard !record.blank.isEmpty else { continue }
            if kept.isEmpty { header += record.blank } else { kept[kept.count - 1].blank += record.blank }
        }
        for recording in changed.keys.sorted() where !placed.contains(recording) { kept += new(recording) }
        records = kept
        joinBytes()
    }

    /// Replaces the rows of one recording.
    package mutating func replace(_ recording: String, with rows: [LabelRow]) {
        replace([ExactName(recording): rows])
    }

    /// Adds the columns that rows need and the file lacks, at the end of each line.
    private mutating func addColumns(_ needed: Set<String>) {
        let known = Manifest.standardColumns + [ManifestRow.labeller]
        let missing = known.filter { needed.contains($0) && !columns.contains($0) }
        guard !missing.isEmpty else { return }
        columns += missing
        let mark = String(UnicodeScalar(separator))
        Self.append(mark + missing.joined(separator: mark), to: &header)
        let cells = String(repeating: mark, count: missing.count)
        for index in records.indices { Self.append(cells, to: &records[index].bytes) }
    }

    /// Appends text to a record, before its line's end.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let end = bytes.lastIndex { $0 != 10 && $0 != 13 }.map { $0 + 1 } ?? 0
        bytes.insert(contentsOf: text.utf8, at: end)
    }

    private static func endLine(_ bytes: inout [UInt8], _ lineEnd: [UInt8]) {
        if let last = bytes.last, last != 10, last != 13 { bytes += lineEnd }
    }

    /// How the file ends its lines: as its header's.
    private var lineEnd: [UInt8] {
        guard let first = header.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return [10] }
        return header[first...].starts(with: [13, 10]) ? [13, 10] : [header[first]]
    }

    /// Where the record's own lines end: behind the first line end that only line ends follow.
    private static func endOfRecord(_ lines: ArraySlice<UInt8>) -> Int {
        let end = lines.lastIndex { $0 != 10 && $0 != 13 }.map { $0 + 1 } ?? lines.startIndex
        if lines[end...].starts(with: [13, 10]) { return end + 2 }
        return min(end + 1, lines.endIndex)
    }
}
