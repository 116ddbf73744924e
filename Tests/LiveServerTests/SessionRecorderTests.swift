// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayLiveSessions
import Glibc
import Testing

@testable import GaitwayLiveServer

/// Logs on a disk that is full for a while.
@Suite final class SessionRecorderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gaitway-\(UUID().uuidString)")
        .path
    /// The bytes that still find room.
    private var room = Int.max

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func recorder() -> SessionRecorder {
        SessionRecorder(in: folder, name: "ride", device: "phone") { [unowned self] file, bytes in
            guard room > 0 else {
                errno = ENOSPC
                return -1
            }
            let part = bytes.prefix(min(room, 7))
            room -= part.count
            return GrowingFile.system(file, part)
        }
    }

    private func rows(_ numbers: Range<Int>) -> SessionRows {
        var rows = SessionRows()
        rows.tables[.pressure] = Array(numbers.map { "\($0),0,950\n" }.joined().utf8)
        return rows
    }

    private func text(_ recorder: SessionRecorder) -> String {
        let path = (recorder.path ?? "") + "/" + SessionTable.pressure.rawValue
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private let heading = "time,seconds_elapsed,pressure\n"

    @Test func rowsWaitForRoomAndEndWhole() throws {
        let recorder = recorder()
        recorder.append(rows(0..<10))
        let before = text(recorder)
        #expect(before.hasPrefix(heading) && before.split(separator: "\n").count == 11 && recorder.fault == nil)
        for size in [0, 1, 8, 30] {
            room = size
            recorder.append(rows(10..<11))
            #expect(recorder.fault != nil && text(recorder) == before, "\(size) bytes of room")
        }
        room = .max
        recorder.append(SessionRows())
        #expect(recorder.fault == nil)
        #expect(text(recorder) == before + String(repeating: "10,0,950\n", count: 4))
    }

    @Test func aFileBeginsWithItsHeading() throws {
        let recorder = recorder()
        for size in [0, 5, heading.utf8.count] {
            room = size
            recorder.append(rows(0..<1))
            #expect(["", heading].contains(text(recorder)))
        }
        room = .max
        recorder.append(rows(1..<2))
        #expect(text(recorder) == heading + "0,0,950\n0,0,950\n0,0,950\n1,0,950\n")
    }

    @Test func whatWaitsHasABound() throws {
        let recorder = recorder()
        recorder.append(SessionRows())
        room = 0
        var sent = 0
        while recorder.lost < 100_000 {
            recorder.append(rows(0..<10_000))
            sent += 10_000
        }
        // Nothing waits once rows were dropped. That shows no room.
        #expect(recorder.lost == sent)
        recorder.append(SessionRows())
        #expect(recorder.fault != nil)
        recorder.append(rows(0..<10_000))
        room = .max
        recorder.append(rows(7..<8))
        #expect(text(recorder).split(separator: "\n").count == 10_002)
        #expect(text(recorder).hasSuffix("\n7,0,950\n") && recorder.fault == nil && recorder.lost == sent)
    }

    @Test func aTakenNameGetsANumber() {
        let paths = (0..<3).map { _ in
            let recorder = recorder()
            recorder.append(rows(0..<1))
            return recorder.path
        }
        #expect(paths == [folder + "/ride", folder + "/ride-2", folder + "/ride-3"])
    }

    /// A log that finds no room for its folder or its first file begins later, with all rows and in one folder.
    @Test func theFolderWaitsForRoomToo() throws {
        try Data().write(to: URL(fileURLWithPath: folder))
        let recorder = recorder()
        recorder.append(rows(0..<1))
        #expect(recorder.path == nil && recorder.fault != nil && recorder.fault?.contains(folder) == false)
        try FileManager.default.removeItem(atPath: folder)
        for size in [0, 3] {
            room = size
            recorder.append(rows(1..<2))
            #expect(recorder.folderName == "ride" && recorder.fault != nil)
        }
        room = .max
        recorder.append(SessionRows())
        #expect(
            text(recorder) == heading + "0,0,950\n1,0,950\n1,0,950\n" && recorder.fault == nil && recorder.lost == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["ride"])
    }
}
