// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The tags of one name in an XML file, as they arrive, while everything else passes by unread: an export of Apple
/// Health has gigabytes of records beside a few thousand workouts.
struct TagScanner {
    private let input: TrackBytes
    private let opening: [UInt8]
    private var window: [UInt8] = []
    private var position = 0
    /// The lines before this index are counted.
    private var counted = 0
    private var chunk = [UInt8](repeating: 0, count: TrackBytes.chunk)
    private var line = 1
    /// Whether the file ended in the middle of a tag.
    private(set) var isCut = false
    /// No tag is so long.
    private static let longest = 1 << 20

    /// The tags `<name …>` of an input.
    init(_ input: TrackBytes, name: String) {
        self.input = input
        opening = Array(("<" + name + " ").utf8)
    }

    /// The attributes of the next tag, with its line; nil at the end.
    ///
    /// - Throws: `InputError` if the input cannot be read, and for a tag that is not XML.
    mutating func next() throws(InputError) -> (attributes: [String: String], line: Int)? {
        while true {
            guard let found = Self.find(opening, in: window.span, from: position) else {
                // The opening may begin in this chunk and end in the next.
                forget(max(position, window.count - opening.count + 1))
                guard try more() else { return nil }
                continue
            }
            countLines(to: found)
            position = found
            guard let end = window[found...].firstIndex(of: UInt8(ascii: ">")) else {
                guard window.count - found < Self.longest else {
                    throw InputError(.malformed, line: line, problem: "a tag is not closed")
                }
                forget(found)
                guard try more() else {
                    isCut = true
                    return nil
                }
                continue
            }
            position = end + 1
            return (Self.attributes(window[(found + opening.count)..<end]), line)
        }
    }

    private mutating func countLines(to index: Int) {
        line += window[counted..<index].count { $0 == UInt8(ascii: "\n") }
        counted = index
    }

    /// Drops the bytes before an index, and counts their lines.
    private mutating func forget(_ index: Int) {
        countLines(to: index)
        window.removeFirst(index)
        (position, counted) = (0, 0)
    }

    private mutating func more() throws(InputError) -> Bool {
        let count = try input.read(into: &chunk)
        window += chunk[..<count]
        return count > 0
    }

    private static func find(_ opening: [UInt8], in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard bytes.count >= opening.count, start <= bytes.count - opening.count else { return nil }
        for here in start...(bytes.count - opening.count) where bytes[here] == UInt8(ascii: "<") {
            if opening.indices.allSatisfy({ opening[$0] == bytes[here + $0] }) { return here }
        }
        return nil
    }

    /// `key="value"`, several times; entities stay as they are, since no date or type has any.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = bytes
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let key = rest[..<equals].filter { $0 > 32 }
            rest = rest[(equals + 1)...].drop { $0 <= 32 }
            guard let quote = rest.first, quote == 34 || quote == 39 else { break }
            rest = rest.dropFirst()
            let value = rest.prefix { $0 != quote }
            attributes[String(decoding: key, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            rest = rest[value.endIndex...].dropFirst()
        }
        return attributes
    }
}
