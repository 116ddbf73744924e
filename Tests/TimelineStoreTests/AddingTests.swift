// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@Suite struct AddingTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func theTimelineIsTheSegmenters() throws {
        let store = try folder.store()
        let input = SyntheticDays.input(0..<3)
        let change = try store.add(input)
        #expect(change.fixes.new == input.fixes.count)
        #expect(change.reports.new == input.reports.count)
        let stored = try store.timeline().items
        expectSame(stored, wholeDerivation(input))
        #expect(stored.compactMap(\.visit).allSatisfy { $0.placeIdentifier != nil })
    }

    @Test func theSameInputTwiceChangesNothing() throws {
        let store = try folder.store()
        let input = SyntheticDays.input(0..<2)
        try store.add(input)
        let before = try store.timeline()
        var again = input
        again.source = "under another name"
        again.fixes.reverse()
        let change = try store.add(again)
        let isNothing = change.isNothing
        #expect(isNothing)
        #expect(change.fixes.known == input.fixes.count)
        let after = try store.timeline()
        #expect(after == before)
        let inputs = try store.inputs()
        #expect(inputs.map(\.source) == ["days"])
    }

    @Test(arguments: 1...6) func anyOrderAndChunkingGivesOneTimeline(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let input = SyntheticDays.input(0..<6, seed: seed)
        let store = try folder.store()
        // Whole days, halves of days and stray fixes, in any order.
        var parts: [TimelineInput] = []
        for number in 0..<6 {
            let day = SyntheticDays(number, seed: seed)
            let cut = Int.random(in: 0...day.fixes.count, using: &random)
            parts.append(TimelineInput(source: "a", fixes: Array(day.fixes[..<cut]), reports: day.reports))
            parts.append(TimelineInput(source: "b", fixes: Array(day.fixes[cut...])))
        }
        parts.shuffle(using: &random)
        for part in parts { try store.add(part) }
        expectSame(try store.timeline().items, wholeDerivation(input))
    }

    @Test func ofTwoFixesOfOneMomentAndSpotTheBetterIsKept() throws {
        let moment = SyntheticDays.moment(0)
        func fix(_ accuracy: Double?) -> TimelineInput {
            TimelineInput(
                source: "fix",
                fixes: [(moment, Location(elapsed: .zero, latitude: 47, longitude: 8, horizontalAccuracy: accuracy))])
        }
        let store = try folder.store()
        try store.add(fix(50))
        #expect(try store.add(fix(nil)).fixes.known == 1)
        #expect(try store.add(fix(-1)).fixes.known == 1)
        #expect(try store.add(fix(5)).fixes.new == 1)
        #expect(try store.add(fix(50)).fixes.known == 1)
    }

    @Test func whatCanBeNoFixIsCounted() throws {
        let store = try folder.store()
        let good = SyntheticDays.moment(0)
        let change = try store.add(
            TimelineInput(
                source: "bad",
                fixes: [
                    (good, Location(elapsed: .zero, latitude: .nan, longitude: 8)),
                    (good, Location(elapsed: .zero, latitude: 47, longitude: 181)),
                    (Timestamp(nanoseconds: .min), Location(elapsed: .zero, latitude: 47, longitude: 8)),
                    (good, Location(elapsed: .zero, latitude: 47, longitude: 8, altitude: .nan)),
                ],
                reports: [
                    (
                        Timestamp(nanoseconds: .max),
                        MotionActivity(flags: .walking, confidence: .high, elapsed: .zero, start: nil)
                    )
                ]))
        #expect(change.fixes.unusable == 3)
        #expect(change.fixes.new == 1)
        #expect(change.reports.unusable == 1)
    }

    @Test func anotherPolicyDerivesAllAgain() throws {
        let input = SyntheticDays.input(0..<2)
        try folder.store().add(input)
        var policy = TimelinePolicy()
        policy.visitRadius = 40
        let store = try TimelineDatabase(path: folder.path(), policy: policy)
        let change = try store.add(SyntheticDays.input(2..<3))
        let start = try #require(change.derived?.start)
        #expect(start == input.fixes[0].time)
        expectSame(try store.timeline().items, wholeDerivation(SyntheticDays.input(0..<3), policy: policy))
    }
}

/// The items of all inputs in one run of the segmenter.
func wholeDerivation(_ input: TimelineInput, policy: TimelinePolicy = TimelinePolicy()) -> [TimelineItem] {
    TimelineSegmenter.items(
        fixes: input.fixes.map { ($0.time, $0.fix) }, reports: input.reports.map { ($0.time, $0.report) },
        policy: policy)
}

/// Expects the same items but for places, and for last bits: a mean over fixes that come in other portions rounds
/// otherwise.
func expectSame(_ items: [TimelineItem], _ others: [TimelineItem], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(items.map(\.span) == others.map(\.span), sourceLocation: sourceLocation)
    for (item, other) in zip(items, others) {
        switch (item, other) {
        case (.visit(let visit), .visit(let otherVisit)):
            #expect(abs(visit.latitude - otherVisit.latitude) < 1e-9, sourceLocation: sourceLocation)
            #expect(abs(visit.longitude - otherVisit.longitude) < 1e-9, sourceLocation: sourceLocation)
            #expect(visit.fixCount == otherVisit.fixCount, sourceLocation: sourceLocation)
            #expect(visit.activities == otherVisit.activities, sourceLocation: sourceLocation)
            #expect(visit.isOngoing == otherVisit.isOngoing, sourceLocation: sourceLocation)
        default: #expect(item == other, sourceLocation: sourceLocation)
        }
    }
}
