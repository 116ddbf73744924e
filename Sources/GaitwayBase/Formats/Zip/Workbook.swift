// SPDX-License-Identifier: Apache-2.0

/// The sheets of an Excel workbook (`.xlsx`, ECMA-376) as tables of comma-separated text.
///
/// Cells are numbers, shared or inline strings, and truth values; formulas count by their stored values. A date stays
/// the number that the workbook has.
package struct Workbook {
    /// A sheet: its name, and its rows as CSV.
    package struct Sheet: Sendable {
        package var name: String
        package var rows: [UInt8]
    }

    /// The sheets that hold cells, in the workbook's order.
    package let sheets: [Sheet]

    private static let largestPart = 1 << 29
    private static let mostColumns = 16_384

    package static func isWorkbook(_ archive: ZipArchive) -> Bool {
        archive.entries.contains { $0.name == "xl/workbook.xml" }
    }

    /// Reads a workbook.
    ///
    /// - Throws: `InputError` for a damaged one, and one that is too large.
    package init(_ archive: ZipArchive) throws(InputError) {
        func part(_ name: String) throws(InputError) -> [UInt8]? {
            guard let entry = archive.entries.first(where: { $0.name == name }) else { return nil }
            return try archive.contents(of: entry, maximumBytes: Self.largestPart)
        }
        func part(required name: String) throws(InputError) -> [UInt8] {
            if let bytes = try part(name) { return bytes }
            throw .malformed("the workbook lacks \(name)", remedy: "save it again", source: archive.source)
        }
        do throws(InputError) {
            let targets = try Self.targets(part(required: "xl/_rels/workbook.xml.rels"))
            let strings = try part("xl/sharedStrings.xml").map(Self.strings) ?? []
            var sheets: [Sheet] = []
            for (name, relation) in try Self.names(part(required: "xl/workbook.xml")) {
                guard let target = targets[relation] else { continue }
                let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
                guard let bytes = try part(path) else { continue }
                let rows = try Self.rows(bytes, strings)
                if !rows.isEmpty { sheets.append(Sheet(name: name, rows: rows)) }
            }
            self.sheets = sheets
        } catch {
            throw error.inSource(archive.source)
        }
    }

    private static func names(_ bytes: [UInt8]) throws(InputError) -> [(name: String, relation: String)] {
        var reader = XMLPullReader(bytes)
        var names: [(String, String)] = []
        while let event = try reader.next() {
            guard case .start("sheet", let attributes) = event, let name = attributes["name"],
                let relation = attributes["r:id"] ?? attributes["id"]
            else { continue }
            names.append((name, relation))
        }
        return names
    }

    private static func targets(_ bytes: [UInt8]) throws(InputError) -> [String: String] {
        var reader = XMLPullReader(bytes)
        var targets: [String: String] = [:]
        while let event = try reader.next() {
            guard case .start("Relationship", let attributes) = event else { continue }
            targets[attributes["Id"] ?? ""] = attributes["Target"]
        }
        return targets
    }

    private static func strings(_ bytes: [UInt8]) throws(InputError) -> [String] {
        var reader = XMLPullReader(bytes)
        var strings: [String] = []
        var isText = false
        while let event = try reader.next() {
            switch event {
            case .start("si", _): strings.append("")
            case .start(let name, _): isText = name == "t"
            case .text(let text) where isText && !strings.isEmpty: strings[strings.count - 1] += text
            case .end: isText = false
            default: break
            }
        }
        return strings
    }

    private static func rows(_ bytes: [UInt8], _ strings: [String]) throws(InputError) -> [UInt8] {
        var reader = XMLPullReader(bytes)
        var rows: [UInt8] = []
        var cells: [String] = []
        var (column, kind, value, element) = (0, "", "", "")
        while let event = try reader.next() {
            switch event {
            case .start("row", _): cells = []
            case .start("c", let attributes):
                column = attributes["r"].flatMap(Self.column) ?? cells.count
                (kind, value) = (attributes["t"] ?? "n", "")
            case .start(let name, _): element = name
            case .text(let text) where element == "v" || element == "t": value += text
            case .end("c"):
                guard column < mostColumns else { continue }
                while cells.count <= column { cells.append("") }
                cells[column] =
                    kind == "s"
                    ? Int(value, in: .countable).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
                    : value
            case .end("row"):
                for (index, cell) in cells.enumerated() {
                    if index > 0 { rows.append(UInt8(ascii: ",")) }
                    rows.append(csvField: cell)
                }
                rows.append(UInt8(ascii: "\n"))
            case .end: element = ""
            default: break
            }
        }
        return rows
    }

    /// The column of a cell's reference, from 0: 27 of `AB12`.
    private static func column(_ reference: String) -> Int? {
        var number = 0
        for byte in reference.utf8.prefix(3) {
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { break }
            number = number * 26 + Int(byte - 64)
        }
        return number > 0 ? number - 1 : nil
    }
}
