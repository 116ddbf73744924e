// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The line that names a table's columns, and the separator that its fields show.
struct HeaderLine {
    /// The columns; for a table without a header as many nameless ones as the first row has.
    var names: [ColumnName]
    /// If the user says what headings mean: those of the table, as they stand there.
    var headings: [String] = []
    var separator: UInt8
    /// How many lines stand before the first row.
    var lineCount: Int
    /// Whether the columns have names.
    var isWritten: Bool
    /// The column of the time in a table without names: 1 behind a column of row numbers or dates.
    var firstColumn = 0
    /// The format that the table's way of writing shows.
    var format: TableFormat?
    /// What the lines above the table state.
    var preamble = TablePreamble()

    private static let separators = [
        UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ","),
    ]
    /// Separators that are frequent in other text, and so count only for rows without a header.
    private static let rareSeparators = [UInt8(ascii: "/"), UInt8(ascii: " ")]
    /// The number of lines in which a header is looked for, without comments.
    private static let deepest = 20
    private static let deepestComment = 2000

    /// Finds the header among the first lines. Blank lines, comments and lines of other text may stand above it.
    ///
    /// - Throws: `empty` without any line, `malformed` when no line names a known column and none is a row of numbers,
    ///   `unsupported` for a header of columns that are not known.
    ///
    /// - Parameter columns: what headings stand for, as ``LogOptions/columns``.
    static func find(
        in lines: LineBuffer, bare: ColumnRole, columns: [String: String] = [:]
    ) throws(InputError) -> HeaderLine {
        var search = HeaderSearch(lines: lines, bare: bare)
        var number = 0
        var comments = 0
        while number - comments < (search.isGENEActiv ? deepestComment : deepest), number < deepestComment,
            let line = try lines.nextLine() ?? lines.takeOpenLine()
        {
            number += 1
            let bytes = Array(lines.storage[line])
            let content = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard let first = content.first else { continue }
            let isComment = "#%".utf8.contains(first)
            // A comment that names x, y and z without a time describes the rows in words.
            if let header = written(bytes, bare: bare, columns: columns, needsTime: isComment) {
                return HeaderLine(
                    names: header.names,
                    headings: columns.isEmpty ? [] : Self.names(bytes, header.separator).map(\.text),
                    separator: header.separator, lineCount: number, isWritten: true,
                    preamble: TablePreamble(search.texts + search.comments))
            }
            if isComment {
                comments += 1
                search.comments.append(bytes)
                continue
            }
            if let format = TableFormat.sensorLog(bytes), let separator = format.separator {
                return HeaderLine(
                    names: format.names, separator: separator, lineCount: number - 1, isWritten: true, format: format)
            }
            if let (separator, count) = numeric(bytes) {
                return try search.header(of: bytes, number: number, separator: separator, count: count)
            }
            if let separator = bytes.contains(UInt8(ascii: "/")) ? UInt8(ascii: "/") : nil,
                let format = TableFormat.named(bytes, separator: separator)
            {
                return HeaderLine(
                    names: format.names, separator: separator, lineCount: number - 1, isWritten: true, format: format)
            }
            search.texts.append(bytes)
        }
        throw search.fault
    }

    /// The line's columns, if they look like a header.
    private static func written(_ bytes: [UInt8], bare: ColumnRole, columns: [String: String], needsTime: Bool) -> (
        names: [ColumnName], separator: UInt8
    )? {
        var best: (names: [ColumnName], separator: UInt8, score: Int)?
        let blank = UInt8(ascii: " ")
        for separator in separators + [blank] where bytes.contains(separator) {
            let names = Self.names(bytes, separator).map { name in
                columns[name.text].map { ColumnName(Array($0.utf8)) } ?? name
            }
            let roles = names.compactMap { $0.role(bare: bare)?.role }
            // Blanks separate the words of a sentence and of headings, too.
            let mayBeBlank = best == nil && roles.count > 3 && !separators.contains { bytes.contains($0) }
            guard separator != blank || mayBeBlank, !needsTime || roles.contains(.time) else { continue }
            guard roles.contains(where: { $0 != .time }) else { continue }
            if roles.count > best?.score ?? 1 { best = (names, separator, roles.count) }
        }
        return best.map { ($0.names, $0.separator) }
    }

    /// The columns that a line names; a comment may say first that it does, as `;Headers, time,Ax,Ay,Az`.
    fileprivate static func names(_ bytes: [UInt8], _ separator: UInt8) -> [ColumnName] {
        let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: UInt8(ascii: ".")))
        let names = scanner.fields(bytes.span, 0..<bytes.count).map { ColumnName(Array(bytes[$0])) }
        let isTitled = bytes.first == UInt8(ascii: ";") && ["headers", "columns"].contains(names.first?.stem)
        return Array(names.dropFirst(isTitled ? 1 : 0))
    }

    /// The separator and the number of fields, if the line is a row: a time and three numbers, or three numbers alone.
    private static func numeric(_ bytes: [UInt8]) -> (separator: UInt8, count: Int)? {
        for separator in separators + rareSeparators where bytes.contains(separator) {
            for mark in [UInt8(ascii: "."), UInt8(ascii: ",")] where mark != separator {
                let scanner = FieldScanner(dialect: Dialect(separator: separator, mark: mark))
                let fields = scanner.fields(bytes.span, 0..<bytes.count)
                guard fields.count >= 3 else { continue }
                func isNumber(_ column: Int) -> Bool {
                    var position = fields[column].lowerBound
                    return scanner.number(bytes.span, at: &position, end: bytes.count).1 == .number
                }
                guard isNumber(1), isNumber(2) else { continue }
                // A date takes the first two fields where blanks separate them.
                guard fields.count > 3 else {
                    if isNumber(0), separator != UInt8(ascii: "/") { return (separator, 3) }
                    continue
                }
                guard isNumber(3) else { continue }
                if isNumber(0) || TimeText.parse(bytes.span, fields[0]) != nil { return (separator, fields.count) }
            }
        }
        return nil
    }
}

/// The lines above the first row, without a known header among them.
private struct HeaderSearch {
    let lines: LineBuffer
    let bare: ColumnRole
    var comments: [[UInt8]] = []
    /// Lines that are neither comments nor rows.
    var texts: [[UInt8]] = []

    /// Whether the file begins as the exports of GENEActiv do, with a hundred lines about device and person.
    var isGENEActiv: Bool {
        texts.first.map { String(decoding: $0, as: UTF8.self).hasPrefix("Device Type,GENEActiv") } ?? false
    }

    /// The header of a table whose first row is `row`, line `number`.
    func header(of row: [UInt8], number: Int, separator: UInt8, count: Int) throws(InputError) -> HeaderLine {
        if isGENEActiv, let format = TableFormat.geneActiv(count: count) {
            return HeaderLine(
                names: format.names, separator: separator, lineCount: number - 1, isWritten: true, format: format)
        }
        try refuseUnknownNames(separator: separator, count: count, line: number - 1)
        var next: [UInt8] = []
        if let line = try lines.nextLine() ?? lines.takeOpenLine() { next = Array(lines.storage[line]) }
        let empatica = bare == .acceleration ? TableFormat.empatica(row, next) : nil
        let analyzer = comments.lazy.compactMap {
            TableFormat.analyzer(title: $0, separator: separator, count: count)
        }.first
        if let format = empatica ?? analyzer ?? TableFormat.sensorStream(row, next, separator: separator) {
            return HeaderLine(
                names: format.names, separator: separator, lineCount: number - 1 + format.headerRows, isWritten: true,
                format: format)
        }
        return HeaderLine(
            names: [ColumnName](repeating: ColumnName([]), count: count), separator: separator, lineCount: number - 1,
            isWritten: false, firstColumn: count > 4 && Self.countsRows(row, next, separator) ? 1 : 0)
    }

    /// Whether the time stands second: behind the number of the row and since 1970, or behind a date and finer than it,
    /// as Accelogger writes it.
    private static func countsRows(_ row: [UInt8], _ next: [UInt8], _ separator: UInt8) -> Bool {
        let (cells, later) = (HeaderLine.names(row, separator), HeaderLine.names(next, separator))
        if later.count > 1, TimeText.parse(Array(cells[0].text.utf8).span, 0..<cells[0].text.utf8.count) != nil,
            let first = Double(cells[1].text), let second = Double(later[1].text)
        {
            // No acceleration counts so far up.
            return second > first && first >= 0 && second > 1e5
        }
        func start(_ row: [UInt8]) -> (number: Double, time: Double)? {
            let numbers = HeaderLine.names(row, separator).prefix(2).compactMap { Double($0.text) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
        guard let first = start(row), let second = start(next) else { return false }
        return second.number - first.number == 1 && first.number >= 0 && first.number < 1e6 && first.time > 1e9
            && second.time >= first.time
    }

    /// Refuses a line of unknown names directly above the rows, since the columns' contents are then unknown, too.
    private func refuseUnknownNames(separator: UInt8, count: Int, line: Int) throws(InputError) {
        guard let text = texts.last else { return }
        let names = HeaderLine.names(text, separator)
        let words = names.filter { name in name.text.contains { $0.isLetter } && Double(name.text) == nil }
        guard names.count.separation(from: count) <= 1, words.count >= names.count - 1, words.count > 1 else { return }
        if let fault = TableProbe.strangeUnit(names, bare: bare, source: lines.name, line: line) { throw fault }
        throw .unsupported(
            "the header names no column of acceleration: \(QuotedText.text(text))",
            remedy: ColumnAdvice(names.map(\.text)).remedy, source: lines.name, line: line
        ).foreign
    }

    private static let usual: Remedy = "a log has columns such as time, ax, ay, az"

    /// The error for a text without a header and without rows.
    var fault: InputError {
        guard let first = texts.first ?? comments.first else { return LogAssembly.empty(lines.name) }
        let isText = first.prefix(80).allSatisfy { $0 >= 32 || $0 == 9 }
        return InputError(
            .malformed, source: lines.name, line: 1,
            problem: isText
                ? "no line names a known column (first: \(QuotedText.text(first, most: QuotedText.shortest)))"
                : "this is not a text table",
            remedy: isText
                ? TextShape.remedy(texts.prefix(2).map { String(decoding: $0.prefix(400), as: UTF8.self) })
                    ?? Self.usual : Self.usual
        ).foreign
    }
}

extension TableProbe {
    /// The error for a table whose acceleration or rotation is in a unit that is not read; nil if it has none.
    static func strangeUnit(_ names: [ColumnName], bare: ColumnRole, source: String, line: Int) -> InputError? {
        for (index, name) in names.enumerated() {
            guard let unit = name.strangeUnit(bare: bare) else { continue }
            return .unsupported(
                "the unit \(QuotedText.text(unit)) of the column \(QuotedText.text(name.text)) is not known",
                remedy: "use m/s^2, cm/s^2, ft/s^2, g or mg, and rad/s or deg/s", source: source, line: line,
                column: index + 1)
        }
        return nil
    }
}
