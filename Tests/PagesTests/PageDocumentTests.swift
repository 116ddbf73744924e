import Foundation
import FoundationXML
import Testing

@testable import Pages

/// What every page has: a script that only its hash lets run, and data that cannot end it.
struct PageDocumentTests {
    /// The hash that coreutils give.
    private func reference(_ bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text.prefix(64), as: UTF8.self)
    }

    @Test(arguments: [0, 1, 55, 56, 63, 64, 119, 120, 1000, 40_001])
    func hashAgreesWithCoreutils(length: Int) throws {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let hash = SHA256.hash(bytes).map { String(format: "%02x", $0) }.joined()
        #expect(hash == (try reference(bytes)))
    }

    @Test func dataCannotEndTheScript() throws {
        let script = PageScript([], data: #"{"name":"</script><script>alert(1)</script>&amp;]]>"}"#)
        let page = PageDocument(
            title: "<t>", kicker: "", heading: "", lead: "", sections: [], footer: "", script: script)
        #expect(!page.html.contains("alert(1)</script>"))
        let parser = XMLParser(data: Data(page.html.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let data = try JSONSerialization.jsonObject(with: Data(script.data.utf8)) as? [String: String]
        #expect(data?["name"] == "</script><script>alert(1)</script>&amp;]]>")
    }

    @Test func everyAssetIsCarried() {
        for asset in PageAsset.allCases { #expect(!asset.text.isEmpty, "\(asset.rawValue)") }
    }
}
