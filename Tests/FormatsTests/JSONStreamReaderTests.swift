// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Reading JSON piece by piece")
struct JSONStreamReaderTests {
    /// A reader of bytes that come in pieces of at most `chunk`.
    private func stream(_ bytes: [UInt8], chunk: Int) throws(InputError) -> JSONStreamReader {
        var rest = bytes[...]
        return try JSONStreamReader { (buffer) throws(InputError) in
            let count = min(chunk, rest.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }

    /// The answer of a reader of the whole text.
    private func whole(_ bytes: [UInt8]) -> InputError? {
        var reader = JSONReader(bytes)
        do throws(InputError) {
            _ = try reader.element()
            try reader.expectEnd()
            return nil
        } catch {
            return error
        }
    }

    private func pieces(_ bytes: [UInt8], chunk: Int) -> InputError? {
        do throws(InputError) {
            var reader = try stream(bytes, chunk: chunk)
            _ = try reader.shallowElement(depth: 0)
            try reader.expectEnd()
            return nil
        } catch {
            return error
        }
    }

    private static let sample = """
        \u{FEFF} {"a":[1,-2.5e-3, true ,false,null, "x\\u00e9\\ud83d\\ude00\\n"],
         "b" : {"c":{},"d":[],"e":[[],[{"f":0.125}]]},\t"long":"\(String(repeating: "é", count: 300))",
         "g":123456789012345678901234567890 }

        """

    @Test("it accepts and refuses what the reader of whole texts does, at the same place, in pieces of any size")
    func sameFaults() {
        var generator = SeededGenerator(seed: 21)
        let good = Array(Self.sample.utf8)
        let signs = Array("{}[],:\"\\eE+-.0 \ntfnu\u{1}é".utf8)
        #expect(whole(good) == nil)
        for chunk in [1, 2, 3, 7, 15, 16, 17, 64, 1 << 20] { #expect(pieces(good, chunk: chunk) == nil, "\(chunk)") }
        var refused = 0
        for _ in 0..<Rounds.count(8000) {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = signs[Int.random(in: 0..<signs.count, using: &generator)]
                case 2: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &generator)], at: place)
                default: bytes.removeSubrange(Int.random(in: place..<bytes.count, using: &generator)...)
                }
                if bytes.isEmpty { break }
            }
            let expected = whole(bytes)
            if expected != nil { refused += 1 }
            let chunk = Int.random(in: 1...40, using: &generator)
            #expect(pieces(bytes, chunk: chunk) == expected, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(refused > Rounds.count(8000) / 2)
    }

    @Test("values nested too deep, and keys that come twice, are told where they stand")
    func limits() {
        let deep = Array((String(repeating: "[ ", count: 70) + "\n").utf8)
        #expect(pieces(deep, chunk: 5) == whole(deep) && whole(deep)?.problem.contains("64 deep") == true)
        let twice = Array("{\"a\":1,\n \"a\":2}".utf8)
        #expect(pieces(twice, chunk: 4) == whole(twice) && whole(twice)?.line == 2)
    }
}
