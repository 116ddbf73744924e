// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import Testing

@testable import GaitwayWorkspace

/// The picture of a log that is read for the first time.
struct FirstLookTests {
    private let place = URL.temporaryDirectory.appending(path: "gaitway-look-\(UUID().uuidString).csv")

    /// The picture once the log ended.
    private func whole(_ text: String) async throws -> FirstLook.Picture {
        try Data(text.utf8).write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let log = try #require(LogSearch([place.path]).logs.first)
        let (look, model) = (FirstLook(), try DefaultModel.load())
        let entry = RideEntry(ride: "long.csv", size: text.utf8.count, modified: 1)
        #expect(look.picture(of: entry, log, by: model).duration == 0)
        while !look.picture(of: entry, log, by: model).isOver { await Task.yield() }
        return look.picture(of: entry, log, by: model)
    }

    @Test func aLogFillsInUntilItsEnd() async throws {
        var text = "time,ax,ay,az\n"
        for sample in 0..<5 * 60 * 50 {
            text += "\(Double(sample) / 50),\(Double(sample % 7) / 500),0.02,9.81\n"
        }
        let picture = try await whole(text)
        #expect(abs(picture.duration - 300) < 1)
        #expect(picture.answer.count == PredictionPicture.parts)
        #expect(picture.answer.count { $0 == "s" } > 80)
    }

    @Test func aLogWithAFaultEndsToo() async throws {
        let picture = try await whole("time,ax,ay,az\n0,0.01,0.02,9.81\n")
        #expect(picture.answer.allSatisfy { $0 == "." || $0 == "u" })
    }
}
