// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayLiveServer
@testable import GaitwayWorkspace

/// The model that phones and rides use.
struct ModelInUseTests {
    /// The choice of a model and its deletion are taken back and repeated like every other change.
    @Test func theChoiceOfAModelIsTakenBack() throws {
        let folder = URL.temporaryDirectory.appending(path: "gaitway-chosen-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let shipped = URL(fileURLWithPath: #filePath).appending(path: "../../../Models/default.json").standardized
        try FileManager.default.createDirectory(
            at: folder.appending(path: "models"), withIntermediateDirectories: true)
        for name in ["mine.json", "other.json"] {
            try FileManager.default.copyItem(at: shipped, to: folder.appending(path: "models/" + name))
        }
        func start() throws -> WorkspaceService {
            let place = WorkspaceFolder(path: folder.path)
            _ = try place.create()
            return try WorkspaceService(folder: place, isReadOnly: false, program: "test", ground: WorkspaceGround(nil))
            {
                _, _ in
            }
        }
        func ask(_ service: WorkspaceService, _ route: WorkspaceRoute, _ body: String = "{}") throws -> ServedResponse {
            var json = JSONReader(Array(body.utf8))
            let request = ServedRequest(method: "POST", path: "/api/" + route.rawValue, query: [:], body: [])
            return try service.answer(route, request, json.element())
        }
        let other = folder.appending(path: "models/other.json").path
        do {
            let service = try start()
            _ = try ask(service, .use, "{\"model\":\"models/mine.json\"}")
            _ = try ask(service, .use, "{\"model\":\"models/other.json\"}")
            #expect(service.present.library.history.undoName == "use of other.json")
            _ = try ask(service, .undo)
            #expect(service.modelFile == "models/mine.json")
            _ = try ask(service, .remove, "{\"model\":\"models/other.json\"}")
            #expect(!FileManager.default.fileExists(atPath: other))
            _ = try ask(service, .undo)
            #expect(FileManager.default.contentsEqual(atPath: other, andPath: shipped.path))
        }
        // Another server goes on with the history.
        let service = try start()
        #expect(service.modelFile == "models/mine.json")
        _ = try ask(service, .undo)
        #expect(service.modelFile == nil && service.present.library.history.undoName == nil)
        _ = try ask(service, .redo)
        #expect(service.modelFile == "models/mine.json")
        #expect(throws: InputError.self) { try ask(service, .use, "{\"model\":\"models/gone.json\"}") }
    }

    /// Neither a deletion nor an Undo takes the file of the model in use away.
    @Test func theModelInUseStays() throws {
        let folder = URL.temporaryDirectory.appending(path: "gaitway-used-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let shipped = URL(fileURLWithPath: #filePath).appending(path: "../../../Models/default.json").standardized
        for place in ["models", ".gaitway"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: place), withIntermediateDirectories: true)
        }
        for name in ["mine.json", "other.json"] {
            try FileManager.default.copyItem(at: shipped, to: folder.appending(path: "models/" + name))
        }
        try Data("{\"model\":\"models/mine.json\"}".utf8).write(to: folder.appending(path: ".gaitway/settings.json"))
        let service = try WorkspaceService(
            folder: WorkspaceFolder(path: folder.path), isReadOnly: false, program: "test",
            ground: WorkspaceGround(nil)
        ) { _, _ in }
        let text = String(decoding: try Data(contentsOf: shipped), as: UTF8.self)
        func remove(_ file: String) throws {
            try service.change { _ in
                var change = ChangeHistory.Change(name: file)
                change.files = [.init(path: file, before: text, after: nil)]
                return change
            }
        }
        let refusal = #expect(throws: WorkspaceRefusal.self) { try remove("models/mine.json") }
        #expect(refusal?.status == 409)
        try remove("models/other.json")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "models").path)
        #expect(left == ["mine.json"])
    }
}
