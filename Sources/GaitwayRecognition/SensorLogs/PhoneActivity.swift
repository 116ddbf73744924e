// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What the phone's own recognition said the person did, as some loggers write it beside the samples.
package struct PhoneActivity: Sendable, Hashable {
    /// When the phone said it, since the first accelerometer sample.
    package var elapsed: Duration
    /// The phone's word, as the logger wrote it: `automotive`, `Walking`.
    package var word: String

    package init(elapsed: Duration, word: String) {
        self.elapsed = elapsed
        self.word = word
    }

    /// Reads an export's table of its own for it: a time and an activity.
    static func read(_ container: any LogContainer, from origin: Int64) throws(InputError) -> [PhoneActivity] {
        for file in container.files.map(LogFile.init) where file.isTable && !file.isInFolder {
            guard file.stem == "activity" else { continue }
            let table = try SmallTable(try container.open(file.path), name: container.name + "/" + file.path)
            guard let time = table.column("time"), let word = table.column("activity") else { continue }
            return changes(
                table.rows.dropFirst().compactMap { row in
                    guard row.count > max(time, word), let nanoseconds = Int64(row[time], in: .any) else { return nil }
                    return PhoneActivity(elapsed: .nanoseconds(nanoseconds) - .nanoseconds(origin), word: row[word])
                })
        }
        return []
    }

    /// Reads it from a table that repeats it in each row of samples.
    static func read(_ source: any ByteSource, name: String) throws(InputError) -> [PhoneActivity] {
        let lines = LineBuffer(source, name: name)
        try lines.skipByteOrderMark()
        guard let header = try lines.nextLine() else { return [] }
        let bytes = Array(lines.storage[header])
        guard let separator = separators.first(where: bytes.contains) else { return [] }
        let names = bytes.split(separator: separator, omittingEmptySubsequences: false).map(Self.stem)
        guard let word = names.firstIndex(where: wordColumns.contains),
            let time = names.firstIndex(where: timeColumns.contains)
        else { return [] }
        var origin: Int64?
        var result: [PhoneActivity] = []
        while let line = try lines.nextLine() {
            let cells = lines.storage[line].split(
                separator: separator, maxSplits: max(time, word) + 1, omittingEmptySubsequences: false)
            guard cells.count > max(time, word), let moment = nanoseconds(Array(cells[time])) else { continue }
            let start = origin ?? moment
            origin = start
            let text = String(decoding: cells[word], as: UTF8.self)
            // A line repeats the word of the line before it, as a rule: it costs nothing then.
            if text == result.last?.word || text.allSatisfy(\.isWhitespace) { continue }
            result.append(PhoneActivity(elapsed: .nanoseconds(moment - start), word: text))
        }
        return result
    }

    private static let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    private static let wordColumns: Set = ["activity", "activitytype"]
    private static let timeColumns: Set = ["accelerometertimestampsincereboot", "timestamp"]

    /// The letters of a column's name before its unit, in lower case.
    private static func stem(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.prefix { $0 != UInt8(ascii: "(") }, as: UTF8.self).lowercased().filter(\.isLetter)
    }

    private static func nanoseconds(_ cell: [UInt8]) -> Int64? {
        SmallTable.nanoseconds(ofSeconds: String(decoding: cell, as: UTF8.self))
            ?? TimeText.parse(cell.span, 0..<cell.count)?.nanoseconds
    }

    /// Those that differ from the one before them.
    private static func changes(_ all: [PhoneActivity]) -> [PhoneActivity] {
        all.reduce(into: []) { kept, next in if kept.last?.word != next.word { kept.append(next) } }
    }
}
