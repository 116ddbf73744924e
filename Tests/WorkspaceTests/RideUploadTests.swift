// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayWorkspace

/// Files that a page sends, and what becomes a ride.
struct RideUploadTests {
    /// Sends a file in one piece, and says what became of it.
    private func send(
        _ name: String, _ bytes: [UInt8], to folder: WorkspaceFolder
    ) throws -> (path: String, isNew: Bool, rides: [String], problems: [String]) {
        let upload = try RideUpload(name: name, identity: nil, folder: folder)
        let whole = try #require(try upload.append(bytes, at: 0, total: bytes.count).whole)
        return try whole.moveToRides()
    }

    private func withFolder(_ body: (WorkspaceFolder) throws -> Void) throws {
        let place = URL.temporaryDirectory.appending(path: "gaitway-upload-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let folder = WorkspaceFolder(path: place.path)
        _ = try folder.create()
        try body(folder)
    }

    @Test(arguments: [
        ("notes.txt", "Buy milk.\nCall Ann about the weekend.\n"), ("table.csv", "name,price\napple,3\npear,4\n"),
        ("broken.zip", "this is not an archive\n"), ("keys.json", "{\"apple\":3}\n"),
    ]) func whatIsNotALogIsNamedAndGone(name: String, text: String) throws {
        try withFolder { folder in
            let sent = try send(name, Array(text.utf8), to: folder)
            #expect(sent.rides.isEmpty && !sent.isNew)
            #expect(sent.problems.count == 1 && sent.problems[0].hasPrefix("\(name): this is not a motion log: "))
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.rides)
            #expect(kept.isEmpty)
        }
    }

    @Test(arguments: [
        // A log whose times cannot be read, one in a unit that is not known, and the start of a zip.
        ("times.csv", "time,ax,ay,az\nsoon,0.1,0.2,9.8\nlater,0.1,0.2,9.8\n"),
        ("unit.csv", "time (s),ax (furlong/s^2),ay (furlong/s^2),az (furlong/s^2)\n0,1,2,3\n0.02,1,2,3\n"),
        ("cut.zip", "PK\u{3}\u{4}\u{14}\u{0}\u{0}\u{0}"),
    ]) func aLogThatCannotBeReadStays(name: String, text: String) throws {
        try withFolder { folder in
            let sent = try send(name, Array(text.utf8), to: folder)
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.rides)
            #expect(sent.isNew && kept == [name])
        }
    }

    /// What belongs to the tables of a folder is not a log, and stays with them.
    @Test func filesOfAFolderStay() throws {
        try withFolder { folder in
            let sent = try send("monday/Metadata.csv", Array("version,device\n3,Pixel\n".utf8), to: folder)
            #expect(sent.isNew)
        }
    }
}
