import MotionTypes
import TextFormats

/// The line that names a table's columns, and the separator that its fields show.
struct HeaderLine {
    /// The columns; for a table without a header as many nameless ones as the first row has.
    var names: [ColumnName]
    var separator: UInt8
    /// How many lines stand before the first row.
    var lineCount: Int
    /// Whether there is a line of names at all.
    var isWritten: Bool

    private static let separators = [
        UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
    ]
    /// How far down a header is looked for.
    private static let deepest = 20

    /// Finds the header among the first lines. Blank lines and lines of other text may stand above it.
    ///
    /// - Throws: `empty` without any line, `malformed` when no line names a known column and none is a row of numbers.
    static func find(in lines: LineBuffer, bare: ColumnRole) throws(InputError) -> HeaderLine {
        var firstText: [UInt8] = []
        var number = 0
        while number < deepest, let line = try lines.nextLine() ?? lines.takeOpenLine() {
            number += 1
            let bytes = Array(lines.storage[line])
            if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
            if firstText.isEmpty { firstText = bytes }
            if let header = written(bytes, bare: bare) {
                return HeaderLine(
                    names: header.names, separator: header.separator, lineCount: number, isWritten: true)
            }
            if let (separator, count) = numeric(bytes) {
                let names = [ColumnName](repeating: ColumnName([]), count: count)
                return HeaderLine(names: names, separator: separator, lineCount: number - 1, isWritten: false)
            }
        }
        guard !firstText.isEmpty else {
            throw InputError(.empty, source: lines.name, problem: "the file is empty")
        }
        let shown = String(decoding: firstText.prefix(80), as: UTF8.self)
        let isText = firstText.prefix(80).allSatisfy { $0 >= 32 || $0 == 9 }
        throw InputError(
            .malformed, source: lines.name, line: 1,
            problem: isText ? "the header has no known column: \(shown)" : "this is not a text table",
            remedy: "a log has columns such as time, ax, ay, az")
    }

    /// The line's columns, if they look like a header.
    private static func written(_ bytes: [UInt8], bare: ColumnRole) -> (
        names: [ColumnName], separator: UInt8
    )? {
        var best: (names: [ColumnName], separator: UInt8, score: Int)?
        for separator in separators where bytes.contains(separator) {
            let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: UInt8(ascii: ".")))
            let names = scanner.fields(bytes.span, 0..<bytes.count).map { ColumnName(Array(bytes[$0])) }
            let roles = names.compactMap { $0.role(bare: bare)?.role }
            guard roles.contains(where: { $0 != .time }) else { continue }
            if roles.count > best?.score ?? 1 { best = (names, separator, roles.count) }
        }
        return best.map { ($0.names, $0.separator) }
    }

    /// The separator and the number of fields, if the line is a row: a time and three numbers.
    private static func numeric(_ bytes: [UInt8]) -> (separator: UInt8, count: Int)? {
        for separator in separators where bytes.contains(separator) {
            for mark in [UInt8(ascii: "."), UInt8(ascii: ",")] where mark != separator {
                let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: mark))
                let fields = scanner.fields(bytes.span, 0..<bytes.count)
                guard fields.count >= 4 else { continue }
                var position = fields[1].lowerBound
                let isRow = (1..<4).allSatisfy { _ in
                    scanner.number(bytes.span, at: &position, end: bytes.count).1 == .number
                }
                var start = 0
                let isTime =
                    scanner.number(bytes.span, at: &start, end: bytes.count).1 == .number
                    || TimeText.parse(bytes.span, fields[0]) != nil
                if isRow, isTime { return (separator, fields.count) }
            }
        }
        return nil
    }
}
