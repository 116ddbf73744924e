// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Text as UTF-8 with the signs that numbers have: UTF-16 is decoded, and the minus of typography (U+2212), which some
/// spreadsheets write, becomes a hyphen.
final class TextSource: ByteSource {
    let isLive: Bool
    private let source: any ByteSource
    /// Whether the low byte of UTF-16 comes first; nil for UTF-8.
    private let isLittle: Bool?
    /// Bytes that were read and wait for the rest of their character.
    private var unread: [UInt8]
    private var text: ArraySlice<UInt8> = []
    private var hasEnded = false

    private static let minus: [UInt8] = [0xe2, 0x88, 0x92]
    private static let headSize = 1 << 12

    /// The source as UTF-8, from its first byte; the source itself if its first bytes need no change.
    static func utf8(_ source: any ByteSource) throws(InputError) -> any ByteSource {
        // A live source is used as it arrives: two bytes tell UTF-16.
        let head = try source.head(source.isLive ? 2 : headSize)
        let isLittle = head.starts(with: [0xff, 0xfe])
        let isUTF16 = isLittle || head.starts(with: [0xfe, 0xff])
        guard isUTF16 || head.contains(minus[0]) && head.firstRange(of: minus) != nil else {
            return PrefixedSource(head, then: source)
        }
        return TextSource(source, head: isUTF16 ? Array(head.dropFirst(2)) : head, isLittle: isUTF16 ? isLittle : nil)
    }

    private init(_ source: any ByteSource, head: [UInt8], isLittle: Bool?) {
        (self.source, isLive, unread, self.isLittle) = (source, source.isLive, head, isLittle)
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        while text.isEmpty, !hasEnded || !unread.isEmpty {
            if !hasEnded {
                var block = [UInt8](repeating: 0, count: 1 << 15)
                let count = try source.read(into: &block, at: 0)
                hasEnded = count == 0
                unread += block[..<count]
            }
            convert()
        }
        return text.move(into: &buffer, at: offset)
    }

    /// Moves whole characters from ``unread`` to ``text``; at the end all.
    private func convert() {
        guard let isLittle else {
            // Two bytes may be the start of a minus.
            let end =
                hasEnded
                ? unread.count : unread.count - (unread.suffix(2).firstIndex(of: 0xe2).map { unread.count - $0 } ?? 0)
            text = Array(unread[..<end]).replacing(Self.minus, with: [UInt8(ascii: "-")])[...]
            unread.removeSubrange(..<end)
            return
        }
        var units = (0..<unread.count / 2).map { index in
            let (first, second) = (UInt16(unread[2 * index]), UInt16(unread[2 * index + 1]))
            return isLittle ? first | second << 8 : first << 8 | second
        }
        // The first half of a pair waits for the second.
        if !hasEnded, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        unread.removeSubrange(..<(hasEnded ? unread.count : 2 * units.count))
        text = Array(String(decoding: units, as: UTF16.self).utf8).replacing(Self.minus, with: [UInt8(ascii: "-")])[...]
    }
}
