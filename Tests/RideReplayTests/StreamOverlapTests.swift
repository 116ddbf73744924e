// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// The notes on a track and a stream that overlap little.
@Suite struct StreamOverlapTests {
    /// The notes on a walk of some seconds, and on a stream that begins so long after it and lasts so long.
    private func overlap(walk: Int = 1200, shift: Int, stream: Int) throws -> StreamOverlap? {
        var ride = try Walk(seconds: walk, start: 600).ride()
        try ride.join(stream: Walk.stream("walking", end: stream, origin: Walk.time(600 + shift)))
        return ride.notes.lazy.compactMap { note -> StreamOverlap? in
            if case .littleOverlap(let overlap) = note.kind { overlap } else { nil }
        }.first
    }

    @Test func whatFitsIsNoNews() throws {
        for (shift, stream) in [(0, 1200), (60, 1140), (-60, 1320), (-60, 1200)] {
            #expect(try overlap(shift: shift, stream: stream) == nil)
        }
    }

    @Test(arguments: [(-400, 1200), (300, 1200), (200, 600), (-300, 1800), (900, 1200), (0, 3000)])
    func bothDirectionsAreTold(shift: Int, stream: Int) throws {
        let overlap = try #require(try overlap(shift: shift, stream: stream))
        // The seconds of each outside the other, counted one by one.
        let (track, report) = (Set(0..<1200), Set(shift..<(shift + stream)))
        #expect(overlap.trackBefore + overlap.trackBehind == .seconds(track.subtracting(report).count))
        #expect(overlap.streamBefore + overlap.streamBehind == .seconds(report.subtracting(track).count))
        #expect(overlap.trackBefore == .seconds(max(0, shift)) && overlap.streamBefore == .seconds(max(0, -shift)))
        var ride = try Walk(seconds: 1200, start: 600).ride()
        try ride.join(
            stream: Walk.stream("walking", end: stream, origin: Walk.time(600 + shift)), source: "ride.ndjson")
        let text = try #require(ride.notes.last?.description)
        #expect(text.hasPrefix("ride.ndjson: ") && text.contains("of the track") && text.contains("of the stream"))
        // Only where both ends lie as much later or earlier may the clocks be at fault.
        let isShifted = stream == 1200 && abs(shift) > 60
        #expect(text.contains("clock seems to be \(abs(shift)) s \(shift > 0 ? "ahead" : "behind")") == isShifted)
    }
}
