// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayTimeline

/// Reads the files that Tests/Oracles/track_readers.py left in the folder `GAITWAY_TRACK_ORACLES`, and compares with
/// what independent readers made of them.
@Suite("Independent readers of tracks")
struct TrackOracleTests {
    static let folder = ProcessInfo.processInfo.environment["GAITWAY_TRACK_ORACLES"]

    @Test("the same fixes as independent readers", .enabled(if: folder != nil, "GAITWAY_TRACK_ORACLES is not set"))
    func fixes() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".expected") }
        #expect(names.count > 20)
        var compared = 0
        for name in names.sorted() {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            let text = try String(contentsOfFile: folder + "/" + name + ".expected", encoding: .utf8)
            // Nanoseconds, degrees north, degrees east; in the file's order.
            let expected = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
                .sorted { $0[0] < $1[0] }
            let track = try Track(decoding: bytes, source: name)
            let start = try #require(track.origin)
            #expect(track.fixes.count == expected.count, "\(name)")
            for (fix, row) in zip(track.fixes, expected) {
                let time = Double((start + fix.elapsed).nanoseconds)
                #expect(abs(time - row[0]) < 1e6, "\(name)")
                #expect(abs(fix.latitude - row[1]) < 1e-9 && abs(fix.longitude - row[2]) < 1e-9, "\(name)")
                compared += 1
            }
        }
        #expect(compared > 1000)
    }
}
