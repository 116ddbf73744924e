// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite("Writing JSON")
struct JSONWriterTests {
    private func write(_ layout: JSONWriter.Layout) -> String {
        JSONWriter.text { json in
            json.object(layout) { json in
                json.add("text", "a \"b\" \\ \n\u{1}é")
                json.add("none", json: nil)
                json.object("inner") { json in
                    json.add("flag", true)
                    json.add("whole", -3)
                }
                json.add("list", ["x", "y"])
                json.array("empty", layout) { _ in }
                json.object("blank", layout == .padded ? .tight : layout) { _ in }
            }
        }
    }

    @Test("without blanks")
    func tight() {
        #expect(
            write(.tight)
                == #"{"text":"a \"b\" \\ \n\u0001é","none":null,"inner":{"flag":true,"whole":-3},"list":["x","y"],"#
                + #""empty":[],"blank":{}}"#)
    }

    @Test("with blanks behind commas and colons")
    func spaced() {
        #expect(
            write(.spaced)
                == #"{"text": "a \"b\" \\ \n\u0001é", "none": null, "inner": {"flag": true, "whole": -3}, "list": "#
                + #"["x", "y"], "empty": [], "blank": {}}"#)
    }

    @Test("with blanks within braces")
    func padded() {
        let text = JSONWriter.text { json in
            json.object(.padded) { json in
                json.add("alerts", 3)
                json.add("window", seconds: Duration.seconds(60), places: 9)
            }
        }
        #expect(text == #"{ "alerts": 3, "window": 60 }"#)
    }

    @Test("a member a line, indented by its depth; what holds nothing stays on its line")
    func lines() {
        let text = JSONWriter.line { json in
            json.object(.lines) { json in
                json.add("a", 1)
                json.array("b", .lines) { json in
                    json.array { json in
                        json.append(1)
                        json.append(2)
                    }
                    json.object(.lines) { json in json.add("c", "d") }
                }
                json.array("e", .lines) { _ in }
            }
        }
        #expect(
            text == """
                {
                  "a": 1,
                  "b": [
                    [1, 2],
                    {
                      "c": "d"
                    }
                  ],
                  "e": []
                }

                """)
    }

    @Test("line ends where they are asked for, behind the comma")
    func lineEnds() {
        func list(_ count: Int, closes: Bool) -> String {
            JSONWriter.text { json in
                json.object { json in
                    json.add("version", 1)
                    json.newLine()
                    json.array("items") { json in
                        for index in 0..<count {
                            json.newLine()
                            json.append(index)
                        }
                        if closes { json.newLine() }
                    }
                }
            }
        }
        #expect(list(2, closes: false) == "{\"version\":1,\n\"items\":[\n0,\n1]}")
        #expect(list(2, closes: true) == "{\"version\":1,\n\"items\":[\n0,\n1\n]}")
        #expect(list(0, closes: false) == "{\"version\":1,\n\"items\":[]}")
        #expect(list(0, closes: true) == "{\"version\":1,\n\"items\":[\n]}")
    }

    @Test("numbers and times of each kind; what is not known or no number is null")
    func values() {
        let text = JSONWriter.text { json in
            json.array { json in
                json.append(1.0)
                json.append(0.1)
                json.append(Double.nan)
                json.append(2.5, places: 3)
                json.append(Double.infinity, places: 3)
                json.append(nil as Double?, places: 3)
                json.append(seconds: 1_500_000_000, places: 3)
                json.append(nil as Int?)
                json.append(nil as String?)
                json.append(false)
                json.append(Timestamp(nanoseconds: 1_234_567_891))
                json.append(Timestamp(nanoseconds: 1_234_567_891), decimals: 9)
                json.append(nil as Timestamp?)
                json.append(json: "[1]")
            }
        }
        #expect(
            text == #"[1,0.1,null,2.500,null,null,1.5,null,null,false,"1970-01-01T00:00:01.234Z","#
                + #""1970-01-01T00:00:01.234567891Z",null,[1]]"#)
    }

    @Test("a value is appended to what a buffer holds")
    func appending() {
        var bytes: [UInt8] = Array("first\n".utf8)
        JSONWriter.appendLine(to: &bytes) { json in json.object { json in json.add("a", 1) } }
        JSONWriter.append(to: &bytes) { json in json.append("b") }
        #expect(String(decoding: bytes, as: UTF8.self) == "first\n{\"a\":1}\n\"b\"")
    }

    @Test("what is written in any layout is read as it was")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 11)
        for round in 0..<200 {
            let layouts: [JSONWriter.Layout] = [.tight, .spaced, .padded, .lines]
            let layout = layouts[round % layouts.count]
            let numbers = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
                Double.random(in: -1e9...1e9, using: &generator)
            }
            let keys = (0..<Int.random(in: 0..<4, using: &generator)).map { "key \"\($0)\"\n" }
            let text = JSONWriter.text { json in
                json.object(layout) { json in
                    json.array("numbers", layout) { json in
                        for number in numbers { json.append(number) }
                    }
                    for key in keys { json.add(key, key) }
                }
            }
            var reader = JSONReader(Array(text.utf8))
            let element = try reader.element()
            try reader.expectEnd()
            #expect(element["numbers"]?.elements?.compactMap(\.number) == numbers)
            #expect(keys.allSatisfy { element[$0]?.text == $0 })
        }
    }
}
