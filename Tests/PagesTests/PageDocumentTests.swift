// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import Testing

@testable import GaitwayPages

/// What every page has: a script that only its hash lets run, and data that cannot end it.
struct PageDocumentTests {
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
