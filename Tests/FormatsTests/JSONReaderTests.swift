// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Reading JSON")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONElement {
        var reader = JSONReader(Array(text.utf8))
        let element = try reader.element()
        try reader.expectEnd()
        return element
    }

    @Test("values of every kind are read, with their lines")
    func values() throws {
        let element = try read(
            "{\n\"a\": [1, -2.5e1, true, null],\n\"b\": {\"c\": \"x\\u00e9\\n\\ud83d\\ude00\"}}")
        #expect(element["a"]?.elements?.compactMap(\.number) == [1, -25])
        #expect(element["a"]?.elements?[2].boolean == true)
        #expect(element["a"]?.line == 2)
        #expect(element["b"]?["c"]?.text == "xé\n😀")
        #expect(element["b"]?.line == 3)
        #expect(element["missing"] == nil)
    }

    @Test(
        "text that is not JSON is refused",
        arguments: [
            "", "{", "[1,", "[1 2]", "{\"a\":1,\"a\":2}", "01", "+1", "1.", ".5", "1e999", "nul", "tru",
            "\"a",
            "\"\\x\"", "\"\\ud800\"", "\"\u{1}\"", "[1]]", "{a:1}", "NaN", "1 2",
        ])
    func refused(_ text: String) {
        #expect(throws: InputError.self) { try read(text) }
    }

    @Test("values are read one by one: truth, null, whole numbers within ±2^53, the text of a number")
    func pulled() throws {
        var reader = JSONReader(Array("[ true,false , null,-9007199254740992, 1.50e1, 1.5]".utf8))
        var words: [String] = []
        let fault = #expect(throws: InputError.self) {
            try reader.array { (reader) throws(InputError) in
                switch words.count {
                case 0, 1: words.append("\(try reader.boolean())")
                case 2: words.append("\(reader.takeNull())")
                case 3: words.append("\(try reader.integer())")
                case 4: words.append(try reader.numberText())
                default: words.append("\(try reader.integer())")
                }
            }
        }
        #expect(words == ["true", "false", "true", "-9007199254740992", "1.50e1"])
        #expect(fault?.problem.contains("whole number") == true)
    }

    @Test("a whole number outside its range is refused with the range; times take all of 64 bits")
    func rangesOfWholeNumbers() throws {
        for text in ["9007199254740993", "-9007199254740993", "9223372036854775807", "99999999999999999999"] {
            var reader = JSONReader(Array(text.utf8))
            let fault = #expect(throws: InputError.self) { try reader.integer() }
            let words = "the number \(text) is outside -9007199254740992 to 9007199254740992"
            #expect(fault?.problem.hasSuffix(words) == true)
        }
        for number in [Int.min, Int.max] {
            var reader = JSONReader(Array("\(number)".utf8))
            #expect(try reader.integer(in: .any) == number)
        }
    }

    @Test("an array of numbers is read as one number after the other is, short, long, spaced or with an exponent")
    func arraysOfNumbers() throws {
        var generator = SeededGenerator(seed: 3)
        for count in [0, 1, 2, 7, 400] {
            let texts = (0..<count).map { _ in
                let value = Double.random(in: -1000...1000, using: &generator)
                return switch Int.random(in: 0..<6, using: &generator) {
                case 0: "\(value)"
                case 1: "\(value * 1e-9)"
                case 2: "\(Int(proven: value))"
                case 3: " \(Int(proven: value)) "
                case 4: "-0.\(Int.random(in: 0..<1_000_000, using: &generator))"
                default: "\((value * 1e7).rounded() / 1e7)"
                }
            }
            var reader = JSONReader(Array("[\(texts.joined(separator: ","))]".utf8))
            let numbers = try reader.numbers()
            try reader.expectEnd()
            let expected = try texts.map { text in
                try #require(Double(text.filter { $0 != " " }))
            }
            #expect(numbers == expected)
        }
    }

    @Test(
        "a fault within an array of numbers is named with its place",
        arguments: [
            ("[1,2,\n03]", 2), ("[1,2,\n3.]", 2), ("[1,2,\n]", 2), ("[1,2,\n.5]", 2), ("[1\n,2 3]", 2), ("[1,2", 1),
            ("[1,-", 1), ("[1,2,\n1e999,4]", 2), ("[1,\n2,\nnull]", 3),
        ])
    func faultsAmongNumbers(_ text: String, _ line: Int) {
        let error = #expect(throws: InputError.self) {
            var reader = JSONReader(Array(text.utf8))
            _ = try reader.numbers()
        }
        #expect(error?.line == line)
    }

    @Test("passing over a value ends where reading it ends, and another reader can go on there")
    func skipping() throws {
        let values = [
            "1", "-2.5e1", "null", "\"a]}\\\"[{\"", "[]", "{}", "[[1,2],[3,[4]],\"]\"]",
            "{\"a\":{\"b\":\"}\\\\\"},\"c\":[{}, [ ]]}", "[\"\\u00e9é\",-0.5]",
        ]
        for value in values {
            let bytes = Array(" \(value) ,7]".utf8)
            var skipping = JSONReader(bytes)
            var reading = skipping
            try skipping.skip()
            _ = try reading.element()
            #expect(skipping.place == reading.place, "\(value)")
            var next = JSONReader(bytes, at: skipping.place)
            let character = next.peek()
            #expect(character == UInt8(ascii: ","), "\(value)")
        }
        for value in values.dropFirst(4) {
            for length in 0..<value.utf8.count {
                #expect(throws: InputError.self, "\(value.prefix(length))") {
                    var reader = JSONReader(Array(value.utf8.prefix(length)))
                    try reader.skip()
                }
            }
        }
    }

    @Test("a value that is passed over obeys the rules of one that is read: depth, keys, UTF-8, numbers, words")
    func skippingIsStrict() {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        func keys(_ count: Int, then last: String) -> String {
            "{" + ((0..<count).map { "\"k\($0)\":\($0)" } + [last]).joined(separator: ",") + "}"
        }
        let good = [
            nested(63, "[", "]"), nested(63, "{\"a\":", "}"), "[{\"a\":1},{\"a\":2}]", "{\"a\":{\"a\":1}}",
            keys(40, then: "\"k40\":0"), "{\"é\":1,\"e\":2}", "[\"é\u{10FFFF}\"]",
        ]
        let bad = [
            nested(64, "[", "]"), nested(64, "{\"a\":", "}"), nested(100_000, "[", "]"), "{\"a\":1,\"a\":2}",
            "[0,{\"b\":{\"a\":1,\"c\":0,\"a\":2}}]", "{\"a\":1,\"\\u0061\":2}", "{\"é\":1,\"\\u00e9\":2}",
            keys(3, then: "\"k1\":0"), keys(40, then: "\"k1\":0"), keys(40, then: "\"k39\":0"),
            "[01]", "[1e999]", "[nul]", "[\"\\ud800\"]", "[\"\u{1}\"]",
        ]
        let notUTF8: [[UInt8]] = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]
        let texts =
            good.map { Array($0.utf8) } + bad.map { Array($0.utf8) }
            + notUTF8.flatMap { bytes in
                [("[\"", "\"]"), ("{\"", "\":1}")].map { Array($0.utf8) + bytes + Array($1.utf8) }
            }
        for (number, text) in texts.enumerated() {
            var (skipping, reading) = (JSONReader(text), JSONReader(text))
            var faults: [InputError?] = [nil, nil]
            do throws(InputError) { try skipping.skip() } catch { faults[0] = error }
            do throws(InputError) { _ = try reading.element() } catch { faults[1] = error }
            let shown = String(decoding: text.prefix(60), as: UTF8.self)
            #expect((faults[0] == nil) == (number < good.count), "\(shown)")
            #expect(faults[0]?.problem == faults[1]?.problem && faults[0]?.line == faults[1]?.line, "\(shown)")
        }
    }

    @Test("an object of many keys finds a repeated one, few or many")
    func keys() throws {
        for count in [2, 31, 32, 33, 20_000] {
            let members = (0..<count).map { "\"\($0)\":\($0)" }
            let whole = try read("{" + members.joined(separator: ",") + "}")
            #expect(whole.members?.count == count)
            for repeated in [0, count - 1] {
                let text = "{" + (members + ["\"\(repeated)\":0"]).joined(separator: ",") + "}"
                #expect(throws: InputError.self) { try read(text) }
            }
        }
    }

    @Test("depth is limited, so that no input overflows the stack")
    func depth() {
        #expect(throws: InputError.self) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test("an error names line and column")
    func place() throws {
        let error = #expect(throws: InputError.self) { try read("[1,\n2,\n x]") }
        #expect(error?.line == 3)
        #expect(error?.column == 2)
    }

    @Test("a text cut anywhere is an error, never a trap")
    func cut() {
        let text = Array("{\"a\":[1.5e3,\"\\u00e9\\\\\",{\"b\":[true,false,null]}],\"c\":-0}".utf8)
        for length in 0..<text.count {
            var reader = JSONReader(Array(text[..<length]))
            #expect(throws: InputError.self) { try reader.element() }
        }
    }

    @Test("what is quoted reads as it was")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let scalars = (0..<12).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &generator))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            #expect(try read(JSONWriter.text { $0.append(text) }).text == text)
        }
    }
}
