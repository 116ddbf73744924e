// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayLiveServer
@testable import GaitwayWorkspace

/// The model that phones and rides use.
struct ModelInUseTests {
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
