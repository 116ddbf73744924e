// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A file whose rows name their sensor, seen as an export folder with a table for each word.
///
/// Each table has a clock repair of its own, as rows of two sensors may share a time. A file is read once for each
/// table; what comes only once is parted into queues.
struct MixedRowLog: LogContainer {
    let name: String
    var hasFiles: Bool { false }
    let files: [String]
    let logger: Logger?
    let main: ExportFolder.Table
    let others: [ExportFolder.Table]
    let location: ExportFolder.Table?
    let guesses: [String]

    private let format: MixedRowFormat
    private let splitter: RowSplitter?
    private let reopen: (() throws(InputError) -> any ByteSource)?

    /// How far is looked for words: rows, fewer where they arrive slowly, and comments before them.
    private static let deepest = 3000
    private static let deepestLive = 200

    /// The log, if that is what the lines hold, which then stand where they stood.
    ///
    /// - Parameter reopen: opens the same bytes again; nil if they come only once.
    /// - Throws: `unsupported` if none of its sensors is an accelerometer.
    static func find(
        in lines: LineBuffer, name: String, reopen: (() throws(InputError) -> any ByteSource)?
    ) throws(InputError) -> MixedRowLog? {
        lines.setMark()
        var known = try format(of: lines)
        if known == nil {
            lines.rewind()
            lines.setMark()
            known = try named(in: lines)
        }
        guard let format = known else {
            lines.rewind()
            return nil
        }
        let words = try words(in: lines, format)
        lines.rewind()
        let found = format.kinds.filter { words.contains($0.word) }
        func table(_ role: ColumnRole) -> ExportFolder.Table? {
            guard let kind = found.first(where: { $0.role == role }) else { return nil }
            var hints = TableHints(
                bare: role == .latitude ? .acceleration : role, logger: format.logger, mayHoldRowNumbers: false)
            switch role {
            case .acceleration:
                hints.acceleration = kind.acceleration
                if kind.acceleration == .linear { hints.bare = .linearAcceleration }
            case .latitude: hints.wanted = ColumnRole.ofFixes
            default: hints.wanted = [role]
            }
            return ExportFolder.Table(file: kind.word, hints: hints)
        }
        guard let main = table(.acceleration) else {
            throw .unsupported(
                "the log has no acceleration: its rows are "
                    + "\(QuotedText.text(words.sorted().joined(separator: ", ")))",
                remedy: "give a log with rows of \(format.kinds.first?.word ?? "an accelerometer")", source: name)
        }
        let others = [table(.rotationRate), table(.pressure)].compactMap(\.self)
        let location = table(.latitude)
        let files = ([main] + others + [location].compactMap(\.self)).map(\.file)
        let splitter = reopen == nil ? RowSplitter(lines, format: format, words: files) : nil
        return MixedRowLog(
            name: name, files: files, logger: format.logger, main: main, others: others, location: location,
            guesses: [format.note].compactMap(\.self), format: format, splitter: splitter, reopen: reopen)
    }

    func open(_ file: String) throws(InputError) -> any ByteSource {
        if let splitter { return RowSource(splitter, word: file) }
        guard let source = try reopen?() else {
            throw .unreadable("the log cannot be read twice", remedy: "give the file itself, not a pipe", source: name)
        }
        return RowSource(RowSplitter(LineBuffer(source, name: name), format: format, words: [file]), word: file)
    }

    /// The format of a table with a column of sensors, if the first line is its header. The lines are rewound.
    private static func named(in lines: LineBuffer) throws(InputError) -> MixedRowFormat? {
        defer {
            lines.rewind()
            lines.setMark()
        }
        guard let line = try lines.nextLine() ?? lines.takeOpenLine() else { return nil }
        let first = Array(lines.storage[line])
        let missing = MixedRowFormat.header(above: first)
        guard missing != nil || MixedRowFormat.mayName(first[...]) else { return nil }
        let header = missing ?? first
        var rows = missing == nil ? [] : [first]
        while rows.count < deepestLive, let line = try lines.nextLine() ?? lines.takeOpenLine() {
            rows.append(Array(lines.storage[line]))
        }
        return MixedRowFormat(
            header: header.starts(with: [0xef, 0xbb, 0xbf]) ? Array(header[3...]) : header, rows: rows,
            isWritten: missing == nil)
    }

    /// The format that one of the first rows fits. Some have words in common: that of their accelerometer decides.
    private static func format(of lines: LineBuffer) throws(InputError) -> MixedRowFormat? {
        var rows = 0
        var comments = 0
        var found: MixedRowFormat?
        while rows < (found == nil ? 4 : deepestLive), comments < 2000,
            let line = try lines.nextLine() ?? lines.takeOpenLine()
        {
            let row = lines.storage[line].drop { $0 == UInt8(ascii: " ") }
            guard let first = row.first else { continue }
            if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") {
                comments += 1
                continue
            }
            rows += 1
            for format in MixedRowFormat.known {
                guard let role = format.role(row) else { continue }
                if role == .acceleration { return format }
                found = found ?? format
            }
        }
        return found
    }

    /// The words of the first rows.
    private static func words(in lines: LineBuffer, _ format: MixedRowFormat) throws(InputError) -> Set<String> {
        lines.rewind()
        lines.setMark()
        var words: Set<String> = []
        var looked = 0
        while looked < (lines.isLive ? deepestLive : deepest), !lines.isMarkFull, let line = try lines.nextLine() {
            looked += 1
            let row = lines.storage[line]
            guard row.first != UInt8(ascii: "#"), row.first != UInt8(ascii: "%"), let word = format.word(row) else {
                continue
            }
            if words.count < 100 { words.insert(String(decoding: word, as: UTF8.self)) }
        }
        return words
    }
}

/// Parts the lines of a file by the words in them.
private final class RowSplitter {
    private let lines: LineBuffer
    private let format: MixedRowFormat
    /// The rows of each word that wait, as text.
    private var waiting: [[UInt8]]
    private let words: [[UInt8]]
    private var hasBegun = false
    var isLive: Bool { lines.isLive }

    init(_ lines: LineBuffer, format: MixedRowFormat, words: [String]) {
        self.lines = lines
        self.format = format
        self.words = words.map { Array($0.utf8) }
        waiting = words.map { word in
            Array(((format.kinds.first { $0.word == word }?.header ?? "") + "\n").utf8)
        }
    }

    /// Moves what waits for a word to `rows`; reads on until there is something. Nothing is moved at the end.
    func take(_ word: String, into rows: inout [UInt8]) throws(InputError) {
        rows.removeAll(keepingCapacity: true)
        guard let index = words.firstIndex(of: Array(word.utf8)) else { return }
        if !hasBegun {
            try lines.skipByteOrderMark()
            hasBegun = true
        }
        while waiting[index].count < (isLive ? 1 : 1 << 15), let line = try lines.nextLine() { sort(line) }
        swap(&rows, &waiting[index])
    }

    private func sort(_ line: Range<Int>) {
        let row = lines.storage[line]
        guard let word = format.word(row) else { return }
        for index in words.indices where word.elementsEqual(words[index]) {
            waiting[index].append(contentsOf: row)
            if !lines.lastLineIsOpen { waiting[index].append(UInt8(ascii: "\n")) }
            return
        }
    }
}

/// The rows of one word.
private final class RowSource: ByteSource {
    let isLive: Bool
    private let splitter: RowSplitter
    private let word: String
    private var rows: [UInt8] = []
    private var sent = 0

    init(_ splitter: RowSplitter, word: String) {
        self.splitter = splitter
        self.word = word
        isLive = splitter.isLive
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        if sent == rows.count {
            try splitter.take(word, into: &rows)
            sent = 0
        }
        var rest = rows[sent...]
        let count = rest.move(into: &buffer, at: offset)
        sent += count
        return count
    }
}
