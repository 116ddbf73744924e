// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayLiveServer
@testable import GaitwayWorkspace

/// The private zones of a workspace, which the one Undo takes back.
struct PrivateZonesTests {
    @Test func zonesAreTakenBackAndRepeated() throws {
        let folder = URL.temporaryDirectory.appending(path: "gaitway-zones-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = WorkspaceFolder(path: folder.path)
        _ = try place.create()
        let service = try WorkspaceService(
            folder: place, isReadOnly: false, program: "test", ground: WorkspaceGround(nil)
        ) { _, _ in }
        func json(_ bytes: [UInt8]) throws -> JSONElement {
            var reader = JSONReader(bytes)
            return try reader.element()
        }
        func radii() throws -> [Double] {
            try json(service.days.zones().body)["zones"]?.elements?.compactMap { $0["radius"]?.number } ?? []
        }
        func save(_ zones: String, hash: String? = nil) throws {
            let known = try hash ?? #require(json(service.days.zones().body)["hash"]?.text)
            _ = try service.saveZones(json(Array("{\"hash\":\"\(known)\",\"zones\":[\(zones)]}".utf8)))
        }
        func take(_ route: WorkspaceRoute) throws {
            let request = ServedRequest(method: "POST", path: "/api/" + route.rawValue, query: [:], body: [])
            _ = try service.answer(route, request, json(Array("{}".utf8)))
        }
        func zone(_ radius: Int) -> String { "{\"latitude\":52.5,\"longitude\":13.25,\"radius\":\(radius)}" }
        try save(zone(200))
        try save(zone(200) + "," + zone(400))
        // Saving the same zones again makes no step to take back.
        try save(zone(200) + "," + zone(400))
        #expect(try radii() == [200, 400])
        #expect(service.present.library.history.undoName == "private zones")
        try take(.undo)
        #expect(try radii() == [200])
        try take(.undo)
        #expect(try radii() == [] && !FileManager.default.fileExists(atPath: place.privacyZones))
        #expect(service.present.library.history.undoName == nil)
        try take(.redo)
        #expect(try radii() == [200])
        let refusal = #expect(throws: WorkspaceRefusal.self) { try save(zone(300), hash: "another") }
        #expect(refusal?.status == 409)
        #expect(throws: InputError.self) { try save(zone(0)) }
        // A file that another program changed is not overwritten by an Undo.
        try FileManager.default.removeItem(atPath: place.privacyZones)
        #expect(throws: WorkspaceRefusal.self) { try take(.undo) }
    }
}
