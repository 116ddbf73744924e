// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayPages

/// The one address that a page may fetch from: only what a user can mean, and as narrow as policies allow.
@Suite struct TileServerTests {
    @Test(arguments: [
        ("https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/"),
        ("https://tile.example.org/styles/grey/{z}/{x}/{y}@2x.png?key=a%20b", "https://tile.example.org/styles/grey/"),
        ("https://tile.example.org:8443/get?z={z}&x={x}&y={y}", "https://tile.example.org:8443/get"),
        ("https://tile.example.org/a&b/{z}-{x}-{y}", "https://tile.example.org/a%26b/"),
        ("http://127.0.0.1:8080/{z}/{x}/{y}.png", "http://127.0.0.1:8080/"),
        ("http://localhost/t/{z}/{y}/{x}", "http://localhost/t/"),
        ("http://[::1]:9/{z}/{x}/{y}", "http://[::1]:9/"),
    ]) func addressesOfServers(template: String, policy: String) throws {
        let server = try TileServer(template: template)
        #expect(server.policySource == policy && server.template == template)
        #expect(server.credit.hasPrefix("Tiles: "))
        #expect(try TileServer(template: template, credit: "© somebody").credit == "© somebody")
    }

    @Test func openStreetMapLearnsTheServerAndIsCredited() throws {
        let server = try TileServer(named: "osm", credit: "by me")
        #expect(server.learnsOrigin && server.policySource == "https://tile.openstreetmap.org/")
        #expect(server.credit == "© OpenStreetMap contributors, by me")
        let other = try TileServer(named: "https://tile.example.org/{z}/{x}/{y}.png")
        #expect(!other.learnsOrigin && !other.isOwn && other.name == "tile.example.org")
    }

    @Test(arguments: [
        ("tile.example.org/{z}/{x}/{y}.png", "https://"), ("file:///{z}/{x}/{y}.png", "https://"),
        ("javascript:alert(1)//{z}{x}{y}", "https://"), ("HTTPS://a.b/{z}/{x}/{y}", "https://"),
        ("http://tile.example.org/{z}/{x}/{y}.png", "on the way"),
        ("http://localhost.example.org/{z}/{x}/{y}", "on the way"),
        ("https://tile.example.org/{z}/{x}.png", "{y} once"), ("https://t.org/{z}/{x}/{y}/{x}", "{x} once"),
        ("https://t.org/{s}/{z}/{x}/{y}", "field other than"), ("https://{z}.org/{x}/{y}", "does not name a server"),
        ("https://user:word@t.org/{z}/{x}/{y}", "does not name a server"), ("https:///{z}/{x}/{y}", "does not name"),
        ("https://t.org:0/{z}/{x}/{y}", "port"), ("https://t.org:99999/{z}/{x}/{y}", "port"),
        ("https://t.org:/{z}/{x}/{y}", "port"), ("https://t.org/{z}/{x}/{y}; script-src *", "character"),
        ("https://t.org/{z}/{x}/{y}\"", "character"), ("https://t.org/'{z}/{x}/{y}", "character"),
        ("https://t.org/,{z}/{x}/{y}", "character"), ("https://t.org/{z}/{x}/{y}#a", "after #"),
        ("https://*.org/{z}/{x}/{y}", "does not name a server"), ("", "https://"),
    ]) func whatIsNoServer(template: String, words: String) {
        let error = #expect(throws: InputError.self) { try TileServer(template: template) }
        #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
    }
}
