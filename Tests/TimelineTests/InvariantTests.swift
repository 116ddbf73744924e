// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// What holds for every timeline that is made of fixes and reports, whatever they are.
@Suite struct InvariantTests {
    private func expectSound(
        _ items: [TimelineItem], _ fixes: [(Timestamp, Location)], _ note: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let faults = TimelineCheck().faults(of: TimelineDocument(items: items), fixes: fixes)
        #expect(
            faults.isEmpty, "\(note) \(faults.map { "\(DayScript.seconds($0.span.start)) \($0.rule): \($0.problem)" })",
            sourceLocation: sourceLocation)
    }

    @Test(arguments: 1...UInt64(Rounds.count(40))) func usualDaysAreSound(seed: UInt64) {
        var day = DayScript.usual(seed: seed)
        expectSound(day.items(), day.fixes)
        day.reports = []
        expectSound(day.items(), day.fixes, "without reports")
    }

    @Test(arguments: 1...UInt64(Rounds.count(400))) func randomDaysAreSound(seed: UInt64) {
        let day = RandomDayTests.day(seed: seed)
        expectSound(day.items(), day.fixes, "seed \(seed)")
    }

    /// Only one fix in some minutes is left, as by a phone that saves power.
    @Test(arguments: 1...UInt64(Rounds.count(80))) func sparseDaysAreSound(seed: UInt64) {
        var day = RandomDayTests.day(seed: seed)
        let step = [60.0, 180, 300, 600][Int(seed % 4)]
        var last = -Double.infinity
        day.fixes = day.fixes.sorted { $0.0 < $1.0 }.filter { fix in
            guard DayScript.seconds(fix.0) - last >= step else { return false }
            last = DayScript.seconds(fix.0)
            return true
        }
        expectSound(day.items(), day.fixes, "seed \(seed)")
    }

    @Test(arguments: 1...UInt64(Rounds.count(40))) func aFileHoldsWhatWasWritten(seed: UInt64) throws {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(RandomDayTests.day(seed: seed).items())
        let written = TimelineDocument(items: items, places: clusterer.places)
        let read = try TimelineDocument(json: Array(TimelineExport.json(written).utf8))
        #expect(read.items.count == items.count && read.places.count == written.places.count)
        for (before, after) in zip(items, read.items) {
            #expect(abs(before.span.start.seconds(since: after.span.start)) <= 0.001)
            #expect(abs(before.span.end.seconds(since: after.span.end)) <= 0.001)
            switch (before, after) {
            case (.visit(let one), .visit(let other)):
                #expect(one.placeIdentifier == other.placeIdentifier && one.fixCount == other.fixCount)
                #expect(metres(one.latitude, one.longitude, other.latitude, other.longitude) <= 0.1)
            case (.move(let one), .move(let other)):
                #expect(one.sections.map(\.activity) == other.sections.map(\.activity))
                #expect(one.sections.map { $0.path.map(\.count) } == other.sections.map { $0.path.map(\.count) })
                for (point, copy) in zip(one.sections.flatMap(\.path).joined(), other.sections.flatMap(\.path).joined())
                {
                    #expect(metres(point.latitude, point.longitude, copy.latitude, copy.longitude) <= 0.1)
                    #expect(abs(point.time.seconds(since: copy.time)) <= 0.001)
                }
                for (section, copy) in zip(one.sections, other.sections) {
                    #expect((section.distance == nil) == (copy.distance == nil))
                    #expect(abs((section.distance ?? 0) - (copy.distance ?? 0)) <= 0.1)
                    #expect(abs(section.unobservedDistance - copy.unobservedDistance) <= 0.1)
                }
            case (.gap, .gap): break
            default: Issue.record("the kinds differ")
            }
        }
    }

    private func metres(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        (((c - a) * 111_177) * ((c - a) * 111_177) + ((d - b) * 76_057) * ((d - b) * 76_057)).squareRoot()
    }

    /// The days' sums are those of the items.
    @Test(arguments: 1...UInt64(Rounds.count(40))) func totalsEqualTheItems(seed: UInt64) throws {
        let items = RandomDayTests.day(seed: seed).items()
        let whole = try #require(TimelineDocument(items: items).span)
        let days = TimelineDay.days(of: whole) { _ in 7200 }
        for activity in Activity.allCases {
            let sections = items.compactMap(\.move).flatMap(\.sections).filter { $0.activity == activity }
            let sums = days.flatMap { $0.summary(of: items) }.filter { $0.activity == activity }
            let seconds = sections.reduce(0) { $0 + $1.span.seconds }
            #expect(abs(seconds - sums.reduce(0) { $0 + $1.duration.inSeconds }) < 0.01)
            let metres = sections.reduce(0) { $0 + ($1.distance ?? 0) + $1.unobservedDistance }
            #expect(abs(metres - sums.reduce(0) { $0 + ($1.distance ?? 0) + $1.unobservedDistance }) < 0.1)
        }
        let covered = items.reduce(0) { $0 + $1.span.seconds }
        #expect(abs(covered - whole.seconds) < 0.001)
    }
}
