// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Lines of a byte source in bounded memory.
///
/// Lines end with LF, CR LF or CR alone; which, is seen at the first line break. A marked buffer keeps what was
/// read, so that a probe can look ahead and go back.
final class LineBuffer {
    /// A line longer than this, in bytes, is refused.
    static let longestLine = 65536
    /// How far a probe may look ahead, in bytes.
    static let longestMark = 16 << 20

    /// The file, folder entry or `-`, for error messages.
    let name: String
    /// Whether bytes may arrive slowly.
    let isLive: Bool
    /// The bytes read so far and not given up; lines are ranges of it, valid until the next ``fill()``.
    private(set) var storage: [UInt8]
    /// How many lines were taken.
    private(set) var lineNumber = 0
    /// Whether the line taken last had no line break, as the last of a cut file.
    private(set) var lastLineIsOpen = false
    /// Whether the source has no more bytes.
    private(set) var sourceEnded = false

    /// The most bytes that are held to read a table from its end.
    private static let longestTurn = 1 << 28

    private let source: any ByteSource
    /// How many bytes are asked for at once, at the most. More would not stay in the processor's cache until they are
    /// read, and each page of memory that a short log touches costs it as much time as some hundred of its bytes.
    private let chunk: Int
    private var start = 0
    private var end = 0
    private var scanned = 0
    private var terminator: UInt8?
    private var mark: (start: Int, lineNumber: Int)?

    init(_ source: any ByteSource, name: String, chunk: Int = 1 << 16) {
        self.source = source
        self.name = name
        isLive = source.isLive
        self.chunk = max(1, chunk)
        storage = [UInt8](repeating: 0, count: self.chunk)
    }

    /// Remembers the place, for ``rewind()``.
    func setMark() { mark = (start, lineNumber) }

    /// Goes back to the mark and forgets it.
    func rewind() {
        guard let mark else { return }
        start = mark.start
        scanned = start
        lineNumber = mark.lineNumber
        lastLineIsOpen = false
        self.mark = nil
    }

    /// Whether a marked buffer holds as much as it may.
    var isMarkFull: Bool { mark.map { end - $0.start >= Self.longestMark } ?? false }

    /// Skips a byte-order mark at the start of the file.
    func skipByteOrderMark() throws(InputError) {
        while end - start < 3, try fill() {}
        if end - start >= 3, storage[start] == 0xEF, storage[start + 1] == 0xBB, storage[start + 2] == 0xBF {
            start += 3
        }
    }

    /// The bytes that come next, at most `count` of them: all there are, or from a live source what has arrived.
    func head(_ count: Int) throws(InputError) -> ArraySlice<UInt8> {
        while end - start < count, try fill(), !isLive {}
        return storage[start..<min(end, start + count)]
    }

    /// Reads the rest into memory, and puts the lines behind the first `kept` ones of the mark in reverse order.
    ///
    /// Afterwards the buffer stands at the mark.
    func turnRound(keeping kept: Int) throws(InputError) {
        rewind()
        setMark()
        while try fill() {
            guard end - start <= Self.longestTurn else {
                throw .limitExceeded(
                    "the rows are newest first, and the table is larger than \(Self.longestTurn >> 20) MiB",
                    remedy: "sort its rows by time", source: name)
            }
        }
        rewind()
        var ranges: [Range<Int>] = []
        while let line = takeBufferedLine() ?? takeOpenLine() { ranges.append(line) }
        var turned: [UInt8] = []
        turned.reserveCapacity(end)
        for line in ranges.prefix(kept) + ranges.dropFirst(kept).reversed() {
            turned += storage[line]
            turned.append(UInt8(ascii: "\n"))
        }
        storage = turned
        (start, scanned, end, lineNumber, lastLineIsOpen) = (0, 0, turned.count, 0, false)
        terminator = UInt8(ascii: "\n")
        setMark()
    }

    /// The next line that is complete in memory, without its line break; nil when more bytes are needed.
    func takeBufferedLine() -> Range<Int>? {
        let terminator = self.terminator ?? findTerminator()
        guard let terminator else { return nil }
        guard let stop = storage.firstPosition(of: terminator, in: max(start, scanned)..<end) else {
            scanned = end
            return nil
        }
        return take(to: stop, next: stop + 1)
    }

    /// Replaces `lines` by those that are complete in memory, at most `limit`.
    func takeBufferedLines(into lines: inout [Range<Int>], limit: Int) {
        lines.removeAll(keepingCapacity: true)
        guard let terminator = self.terminator ?? findTerminator() else { return }
        let bytes = storage
        var start = self.start
        while lines.count < limit,
            let stop = bytes.firstPosition(of: terminator, in: max(start, scanned)..<end)
        {
            // What is too long is left for nextLine() to refuse.
            guard stop - start <= Self.longestLine else { break }
            let isPair = stop > start && bytes[stop - 1] == UInt8(ascii: "\r")
            lines.append(start..<(isPair ? stop - 1 : stop))
            start = stop + 1
        }
        guard !lines.isEmpty else { return }
        self.start = start
        scanned = start
        lineNumber += lines.count
        lastLineIsOpen = false
    }

    /// The next line, or nil at the end; reads as needed. Throws `limitExceeded` on a line that is too long.
    func nextLine() throws(InputError) -> Range<Int>? {
        while true {
            if let line = takeBufferedLine() {
                guard line.count <= Self.longestLine else {
                    lineNumber -= 1
                    throw tooLong
                }
                return line
            }
            if end - start > Self.longestLine { throw tooLong }
            guard try fill() else { return takeOpenLine() }
        }
    }

    /// The last line of a source that ended without a line break, or nil.
    func takeOpenLine() -> Range<Int>? {
        guard sourceEnded, end > start else { return nil }
        // A lone CR at the very end could not be told from the first half of CR LF before.
        let line = take(to: end, next: end)
        lastLineIsOpen = !(line.isEmpty || storage[end - 1] == UInt8(ascii: "\r"))
        return line
    }

    /// Reads more bytes; false at the end of the source.
    func fill() throws(InputError) -> Bool {
        if sourceEnded { return false }
        if end - start > Self.longestLine, takeLimitReached { throw tooLong }
        if mark == nil, start > 0 {
            let rest = Array(storage[start..<end])
            storage.replaceSubrange(0..<rest.count, with: rest)
            end -= start
            scanned = max(0, scanned - start)
            start = 0
        }
        if storage.count - end < chunk {
            storage.append(contentsOf: repeatElement(0, count: chunk - (storage.count - end)))
        }
        let count = try source.read(into: &storage, at: end)
        if count == 0 { sourceEnded = true }
        end += count
        return count > 0
    }

    /// Whether the bytes at hand hold no line break at all.
    private var takeLimitReached: Bool {
        guard let terminator else { return findTerminator() == nil }
        return storage.firstPosition(of: terminator, in: start..<end) == nil
    }

    private var tooLong: InputError {
        .limitExceeded(
            "the line is longer than \(Self.longestLine) bytes",
            remedy: "check that this is a table with one row per line", source: name, line: lineNumber + 1)
    }

    private func take(to stop: Int, next: Int) -> Range<Int> {
        var stop = stop
        if stop > start, storage[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
        let line = start..<stop
        start = next
        scanned = next
        lineNumber += 1
        lastLineIsOpen = false
        return line
    }

    /// Looks for the first line break and settles what ends a line.
    private func findTerminator() -> UInt8? {
        let lineFeed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        let feed = storage.firstPosition(of: lineFeed, in: start..<end)
        if let position = storage.firstPosition(of: carriageReturn, in: start..<(feed ?? end)) {
            // The byte after a CR decides; at the end of the bytes at hand it is not known yet.
            guard position + 1 < end || sourceEnded else { return nil }
            let isPair = position + 1 < end && storage[position + 1] == lineFeed
            terminator = isPair ? lineFeed : carriageReturn
        } else if feed != nil {
            terminator = lineFeed
        }
        return terminator
    }
}
