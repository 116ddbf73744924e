// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing

@testable import GaitwayPages

/// Which sections of a day are questionable.
struct SectionDoubtTests {
    private static func words(
        _ activity: Activity, metres: Double?, seconds: Int, unseen: Double = 0,
        evidence: MoveSection.Evidence = .reports
    ) -> String? {
        let start = Timestamp(wholeSeconds: 1_777_000_000)
        let section = MoveSection(
            span: TimeSpan(start: start, end: start + .seconds(seconds)), activity: activity, evidence: evidence,
            distance: metres, unobservedDistance: unseen)
        return SectionDoubt(section)?.words.replacing("\u{202F}", with: " ")
    }

    @Test func shortDrivesAndFastWalksAreQuestionable() {
        #expect(Self.words(.automotive, metres: 139, seconds: 46) == "questionable: 139 m is short for a drive")
        #expect(Self.words(.walking, metres: 1000, seconds: 336) == "questionable: 10.7 km/h is fast for walking")
        #expect(Self.words(.cycling, metres: 123, seconds: 230) == "questionable: 1.9 km/h is slow for cycling")
        #expect(Self.words(.automotive, metres: 500, seconds: 3600) == "questionable: 0.5 km/h is slow for a drive")
        #expect(Self.words(.running, metres: 9000, seconds: 900) == "questionable: 36.0 km/h is fast for running")
    }

    @Test func othersAreNot() {
        #expect(Self.words(.walking, metres: 900, seconds: 720) == nil)
        #expect(Self.words(.automotive, metres: 100, seconds: 60, unseen: 900) == nil)
        #expect(Self.words(.automotive, metres: nil, seconds: 60) == nil)
        #expect(Self.words(.stationary, metres: 50, seconds: 1) == nil)
        #expect(Self.words(.walking, metres: 1000, seconds: 336, evidence: .correction) == nil)
        #expect(Self.words(.walking, metres: 10, seconds: 0) == nil)
    }
}
