// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

@Suite("Policy documents")
struct PolicyDocumentTests {
    private struct Rules: Equatable {
        enum Word: String, CaseIterable { case one, two }

        var name = "plain"
        var count = 2
        var most: Int?
        var share = 0.5
        var wait = Duration.seconds(1)
        var limit: Duration?
        var word = Word.one
        var texts: [String] = []
    }

    private let document = PolicyDocument<Rules>(
        DocumentFormat(kind: "rules", version: 1),
        fields: [
            .text("name", \.name), .count("count", \.count, in: 1...9), .count("most", \.most),
            .number("share", \.share, in: 0...1, kind: "a share"), .seconds("wait", \.wait), .seconds("limit", \.limit),
            .word("word", \.word), .texts("texts", \.texts),
        ])

    private func read(_ text: String, missing: Remedy? = nil) throws(InputError) -> Rules {
        var rules = Rules()
        try document.read(document.values(of: Array(text.utf8)), into: &rules, missing: missing)
        return rules
    }

    @Test("a policy is read as it was written, a field a line")
    func roundTrip() throws {
        let rules = Rules(
            name: "a \"b\"", count: 9, most: 5, share: 0.25, wait: .milliseconds(1500), limit: .seconds(60), word: .two,
            texts: ["x", "y"])
        let text = document.text(of: rules)
        #expect(
            text == """
                {
                  "gaitway": "rules",
                  "version": 1,
                  "name": "a \\"b\\"",
                  "count": 9,
                  "most": 5,
                  "share": 0.25,
                  "wait": 1.5,
                  "limit": 60,
                  "word": "two",
                  "texts": ["x", "y"]
                }

                """)
        #expect(try read(text) == rules)
        #expect(try read(document.text(of: Rules())) == Rules())
    }

    @Test("a field that is missing keeps its value, or is an error where all must be there")
    func missing() throws {
        #expect(try read(#"{"gaitway":"rules","version":1}"#) == Rules())
        let fault = #expect(throws: InputError.self) {
            try read(#"{"gaitway":"rules","version":1,"name":"x"}"#, missing: "add it")
        }
        #expect(fault?.problem.contains("\"count\"") == true)
        #expect(fault?.remedy == "add it")
    }

    @Test(
        "what cannot be is named with its line",
        arguments: [
            (#""unknown": 1"#, "unknown"), (#""count": 0"#, "count"), (#""count": 1.5"#, "count"),
            (#""share": 1.1"#, "share"),
            (#""share": "x""#, "share"), (#""wait": -1"#, "wait"), (#""wait": null"#, "wait"),
            (#""word": "three""#, "word"),
            (#""texts": [1]"#, "texts"), (#""name": "a", "name": "b""#, "name"),
        ])
    func faults(_ member: String, _ field: String) {
        let fault = #expect(throws: InputError.self) {
            try read("{\"gaitway\": \"rules\",\n\"version\": 1,\n" + member + "}")
        }
        #expect(fault?.line == 3)
        #expect(fault?.problem.contains(field) == true)
    }

    @Test("another kind or version is refused before anything else")
    func kinds() {
        for head in [#""gaitway":"other","version":1"#, #""gaitway":"rules","version":2"#, #""gaitway":"rules""#] {
            let fault = #expect(throws: InputError.self) { try read("{" + head + ",\"unknown\":1}") }
            #expect(fault?.code == .unsupported)
        }
    }
}
