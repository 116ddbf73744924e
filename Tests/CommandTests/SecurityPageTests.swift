// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// SECURITY.md names a test for each of its promises about the server.
struct SecurityPageTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The cells of the tables whose last column is headed `test`.
    private static func rows() throws -> [[String]] {
        let page = try String(contentsOf: package.appendingPathComponent("SECURITY.md"), encoding: .utf8)
        var rows: [[String]] = []
        var isTable = false
        for line in page.components(separatedBy: "\n") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("|") else {
                isTable = false
                continue
            }
            if cells.last == "test" { isTable = true } else if isTable, !line.hasPrefix("| ---") { rows.append(cells) }
        }
        return rows
    }

    @Test func everyPromiseOfTheServerNamesATest() throws {
        var functions: Set<String> = []
        let tests = Self.package.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard let keyword = ["swift": "func ", "py": "def "][file.pathExtension] else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in text.components(separatedBy: keyword).dropFirst() {
                functions.insert(String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
            }
        }
        let rows = try Self.rows()
        #expect(rows.count >= 25)
        for row in rows {
            let names = (row.last ?? "").split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0 == "_" } }
            #expect(!names.isEmpty, "\(row)")
            for name in names { #expect(functions.contains(String(name)), "\(name)") }
        }
    }
}
