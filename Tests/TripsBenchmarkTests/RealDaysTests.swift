// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline
import TestSupport
import Testing
import trips_benchmark

/// Real days with expected trips: trips are found and none is invented.
@Suite(.enabled(if: Days.areAvailable, Comment(rawValue: Days.reason))) struct RealDaysTests {
    @Test func tripsAreFoundAndNoneInvented() throws {
        let scores = try TripsBenchmark.scores(Arguments([Days.folder ?? ""])) { Issue.record("\($0)") }
        func figures(_ name: String) throws -> TripFigures {
            try #require(scores.pooled.first { $0.name == name }).figures
        }
        #expect(try figures("all still").invented == 0)
        let moving = try figures("all with trips")
        let expected = Double(moving.expected)
        #expect(moving.invented == 0)
        #expect(Double(moving.missed) <= 0.04 * expected)
        #expect(Double(moving.wrongCuts) <= 0.07 * expected)
        #expect(try #require(moving.rightShare) > 0.9)
        #expect(try #require(moving.startError).median < 90)
        #expect(try #require(moving.endError).median < 60)
    }
}
