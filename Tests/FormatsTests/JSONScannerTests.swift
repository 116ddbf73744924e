// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Where the values of JSON end")
struct JSONScannerTests {
    /// A value with brackets, quotes and backslashes in its strings, and the text that follows it.
    private func value(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0...(depth > 3 ? 1 : 3), using: &generator) {
        case 0:
            let parts = ["a", "\\\"", "\\\\", "{", "]", "é", " "]
            return "\""
                + (0..<Int.random(in: 0...4, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? ""
                }
                .joined() + "\""
        case 1: return ["-1.5e3", "true", "null"].randomElement(using: &generator) ?? "0"
        case 2:
            let count = Int.random(in: 0...3, using: &generator)
            return "[" + (0..<count).map { _ in value(depth + 1, &generator) }.joined(separator: " , ") + "]"
        default:
            let count = Int.random(in: 0...3, using: &generator)
            return "{" + (0..<count).map { "\"k\($0)\":" + value(depth + 1, &generator) }.joined(separator: ",") + "}"
        }
    }

    @Test("the reader and the pass agree on the end, in pieces of any size", arguments: 0..<200)
    func ends(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var text = value(0, &generator)
        if !"{[\"".contains(text.first ?? " ") { text = "[" + text + "]" }
        let bytes = Array((text + ",\"behind\"]").utf8)
        var reader = JSONReader(bytes)
        _ = try reader.element()
        #expect(reader.place == text.utf8.count)
        var skipping = JSONReader(bytes)
        try skipping.skip()
        #expect(skipping.place == text.utf8.count)
        var pass = JSONPass()
        var here = 0
        var length = 0
        while true {
            length = min(bytes.count, length + Int.random(in: 1...5, using: &generator))
            if let end = pass.end(in: bytes.span.extracting(0..<length), from: &here) {
                #expect(end == text.utf8.count)
                break
            }
            try #require(length < bytes.count)
        }
    }
}
