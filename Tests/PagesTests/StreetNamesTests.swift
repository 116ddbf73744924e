// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayPages

/// The one address that a page may ask for names of streets.
@Suite struct StreetNamesTests {
    @Test(arguments: [
        ("https://names.example.org", "https://names.example.org/reverse"),
        ("https://names.example.org/", "https://names.example.org/reverse"),
        ("https://names.example.org:8443/nominatim", "https://names.example.org:8443/nominatim/reverse"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/reverse"),
    ]) func addressesOfServers(server: String, address: String) throws {
        let names = try StreetNames(server: server)
        #expect(names.address == address && names.policySource == address)
    }

    @Test func aPolicyHoldsNoMarkup() throws {
        #expect(try StreetNames(server: "https://a.org/b&c").policySource == "https://a.org/b%26c/reverse")
    }

    @Test(arguments: [
        ("names.example.org", "https://"), ("http://names.example.org", "on the way"), ("https:///a", "does not name"),
        ("https://user:word@a.org", "does not name"), ("https://a.org; script-src *", "character"),
        ("https://a.org/reverse?format=json", "other than folders"), ("https://a.org/#a", "other than folders"),
        ("https://a.org/{z}", "other than folders"), ("https://a.org:0", "port"), ("", "https://"),
    ]) func whatIsNoServer(server: String, words: String) {
        let error = #expect(throws: InputError.self) { try StreetNames(server: server) }
        #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [false, true]) func onlyAYesOpensThePolicy(isAllowed: Bool) {
        var page = WorkspacePage(name: "walks", windowDuration: 2.56)
        #expect(!page.policy.contains("nominatim") && !page.html.contains("\"streetNames\""))
        page.streetNames = (.openStreetMap, isAllowed)
        let source = "connect-src 'self' https://nominatim.openstreetmap.org/reverse"
        #expect(page.policy.contains(source) == isAllowed)
        #expect(page.html.contains("\"isAllowed\":\(isAllowed)"))
    }
}
