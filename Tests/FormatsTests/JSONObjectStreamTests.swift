// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Reading JSON's objects from a stream")
struct JSONObjectStreamTests {
    /// A reader of a text that comes in pieces of at most `chunk` bytes.
    private func stream(_ text: String, chunk: Int) -> JSONObjectStream {
        var rest = Array(text.utf8)[...]
        return JSONObjectStream(name: "log.json") { (buffer) throws(InputError) in
            let count = min(chunk, rest.count, buffer.count)
            buffer.replaceSubrange(0..<count, with: rest.prefix(count))
            rest = rest.dropFirst(count)
            return count
        }
    }

    private func members(_ stream: JSONObjectStream) -> [String] {
        stream.members.map { member in
            String(decoding: stream.text[member.key], as: UTF8.self) + "="
                + String(decoding: stream.text[member.value], as: UTF8.self)
        }
    }

    @Test(
        "flat objects, nested ones as their parent's, arrays within objects; in pieces of any size",
        arguments: [1, 3, 4096])
    func reads(_ chunk: Int) throws {
        var stream = stream(
            #" {"before":1,"list":[ {"a":"x\"y","b":-1.5e3 ,"c":null}, {"d":{"e":true},"f":"{]"}],"behind":2}"#,
            chunk: chunk)
        #expect(try stream.next())
        #expect(members(stream) == ["a=x\"y", "b=-1.5e3", "c=null"])
        #expect(stream.value("b") == "-1.5e3")
        #expect(stream.value("d") == nil)
        #expect(try stream.next())
        #expect(members(stream) == ["e=true", "f={]"])
        #expect(try !stream.next())
        #expect(!stream.isCut)
    }

    @Test("a text cut within an object gives what it told before")
    func cut() throws {
        var stream = stream(#"[{"a":1},{"a":2,"b":3"#, chunk: 5)
        #expect(try stream.next())
        #expect(try !stream.next())
        #expect(stream.isCut)
        #expect(stream.value("a") == "2")
        #expect(stream.value("b") == nil)
    }

    @Test("values that are not objects, or too large or deep, are refused by name")
    func faults() {
        let deep = String(repeating: "{\"a\":", count: 20)
        let large = "{\"a\":\"" + String(repeating: "x", count: 70_000) + "\"}"
        for (text, code) in [
            ("{1}", InputError.Code.malformed), ("{\"a\" 1}", .malformed), (deep, .limitExceeded),
            (large, .limitExceeded),
        ] {
            var stream = stream(text, chunk: 4096)
            let fault = #expect(throws: InputError.self) { try stream.next() }
            #expect(fault?.code == code)
            #expect(fault?.source == "log.json")
        }
    }

    @Test("what the writer writes is read as it was")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 13)
        let rows = (0..<100).map { _ in (0..<3).map { _ in Double.random(in: -100...100, using: &generator) } }
        let text = JSONWriter.text { json in
            json.array { json in
                for row in rows {
                    json.object { json in
                        for (key, number) in zip(["x", "y", "z"], row) { json.add(key, number) }
                    }
                }
            }
        }
        var stream = stream(text, chunk: 7)
        var read: [[Double]] = []
        while try stream.next() { read.append(["x", "y", "z"].compactMap { stream.value($0).flatMap { Double($0) } }) }
        #expect(read == rows)
    }
}
