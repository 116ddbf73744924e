// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The content of an unpacked log by its first bytes. Its name does not count.
enum LogContent {
    case table, json

    /// The content of bytes; nil if they are too few to tell.
    ///
    /// A table may begin with a bracket; JSON goes on with an object, a string or its end.
    private init?(_ bytes: ArraySlice<UInt8>) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.count < mark.count, mark.starts(with: bytes) { return nil }
        var visible = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes).drop { Self.isBlank($0) }
        guard let first = visible.popFirst() else { return nil }
        guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
            self = .table
            return
        }
        guard let second = visible.first(where: { !Self.isBlank($0) }) else { return nil }
        let expected = first == UInt8(ascii: "[") ? Array("{]".utf8) : Array("\"}".utf8)
        self = expected.contains(second) ? .json : .table
    }

    /// The content of a source, and the source from its first byte.
    ///
    /// It reads only as many bytes as it needs.
    static func of(_ source: any ByteSource) throws(InputError) -> (content: LogContent, source: any ByteSource) {
        var head = [UInt8](repeating: 0, count: 1 << 12)
        var count = 0
        var content: LogContent?
        while content == nil, count < head.count, case let more = try source.read(into: &head, at: count), more > 0 {
            count += more
            content = LogContent(head[..<count])
        }
        return (content ?? .table, PrefixedSource(Array(head[..<count]), then: source))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte >= 9 && byte <= 13 }
}
