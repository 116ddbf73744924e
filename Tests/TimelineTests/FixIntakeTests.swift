// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// What happens to fixes before the segmenter sees them: order and usability.
@Suite struct FixIntakeTests {
    private static func input(_ seconds: Double, latitude: Double = 47, accuracy: Double? = 10) -> ReorderBuffer.Input {
        ReorderBuffer.Input(
            time: Timestamp(nanoseconds: Int64(proven: seconds * 1e9)),
            content: .fix(Location(elapsed: .zero, latitude: latitude, longitude: 8, horizontalAccuracy: accuracy)))
    }

    private static func accuracies(_ buffer: inout ReorderBuffer) -> [Double?] {
        var found: [Double?] = []
        while let input = buffer.next() {
            if case .fix(let fix) = input.content { found.append(fix.horizontalAccuracy) }
        }
        return found
    }

    /// What is late by the whole allowed time may still come, so that nothing of its moment leaves before.
    @Test func anInputWaitsForOthersOfItsMoment() {
        var buffer = ReorderBuffer(lateness: .seconds(60))
        var isTaken = [buffer.append(Self.input(0, accuracy: 20)), buffer.append(Self.input(60))]
        let early = Self.accuracies(&buffer)
        #expect(early.isEmpty)
        isTaken += [buffer.append(Self.input(0, accuracy: 5)), buffer.append(Self.input(60.001))]
        let released = Self.accuracies(&buffer)
        #expect(released == [5, 20])
        #expect(isTaken == [true, true, true, true])
    }

    /// Of one moment, the better fix leaves first, whatever the order of arrival, and one without an accuracy last.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func fixesOfOneMomentLeaveInTheOrderOfTheirAccuracy(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var buffer = ReorderBuffer(lateness: .zero)
        for accuracy in ([3, 8, 20, 150, nil] as [Double?]).shuffled(using: &random) {
            let isTaken = buffer.append(Self.input(1, accuracy: accuracy))
            #expect(isTaken)
        }
        buffer.close()
        let released = Self.accuracies(&buffer)
        #expect(released == [3, 8, 20, 150, nil])
    }

    /// A fix is impossible only if neither it nor the one before may be as far off as that.
    @Test(arguments: [(10.0, 10.0, 1), (900.0, 10.0, 2), (10.0, 900.0, 2)])
    func aFarFixIsBelievedWithinTheAccuracyOfBoth(first: Double, second: Double, usable: Int) {
        var policy = TimelinePolicy()
        policy.worstAccuracy = 1000
        var cleaner = FixCleaner(policy: policy)
        var points: [TrackPoint] = []
        // 800 m apart within a second.
        for (seconds, latitude, accuracy) in [(0, 47, first), (1, 47 + 800 / 111_177, second)]
            as [(Int64, Double, Double)]
        {
            let fix = Location(elapsed: .zero, latitude: latitude, longitude: 8, horizontalAccuracy: accuracy)
            let coarse = cleaner.add(fix, at: Timestamp(nanoseconds: seconds * 1_000_000_000), to: &points)
            #expect(coarse == nil)
        }
        cleaner.finish(to: &points)
        #expect(points.count == usable)
    }

    /// The first fix, or the first two, are left out if they are out of reach of those that follow; three stay.
    @Test(arguments: [(1, 300_000.0, 1), (2, 300_000, 2), (3, 300_000, 0), (2, 100, 0)])
    func firstFixesOutOfReachAreLeftOut(first: Int, metres: Double, left: Int) throws {
        var cleaner = FixCleaner(policy: TimelinePolicy())
        var points: [TrackPoint] = []
        for index in 0..<12 {
            let latitude = 47 + (index < first ? metres / 111_177 : 0)
            let fix = Location(elapsed: .zero, latitude: latitude, longitude: 8, horizontalAccuracy: 5)
            let coarse = cleaner.add(fix, at: Timestamp(nanoseconds: Int64(index) * 60_000_000_000), to: &points)
            #expect(coarse == nil)
        }
        cleaner.finish(to: &points)
        #expect(points.count == 12 - left && cleaner.repairs.jumps == left)
        #expect(cleaner.repairs.leaps == (first == 3 ? 1 : 0))
        #expect(points.map(\.time) == points.map(\.time).sorted())
        if left > 0 { #expect(cleaner.repairs.firstJump == Timestamp(nanoseconds: 0)) }
    }

    /// A phone that wakes may state a wrong position within reach, once or twice, before it finds where it is. If later
    /// fixes agree with that position, the fix between them is the jump.
    @Test(arguments: 1...3 as ClosedRange<Int>, [false, true])
    func whereAPhoneWakesIsKnownByWhatFollows(stated: Int, isThere: Bool) {
        var cleaner = FixCleaner(policy: TimelinePolicy())
        var points: [TrackPoint] = []
        let far = (0..<stated).map { (1800 + Double($0), 1400.0) }
        let home = [0.0, 60, 120, 180].map { ($0, 0.0) }
        let back = [(1810.0, 20.0), (2100, isThere ? 1400 : 0), (2200, isThere ? 1400 : 0)]
        for (seconds, metres) in home + far + back {
            let fix = Location(
                elapsed: .zero, latitude: 47 + metres / 111_177, longitude: 8, horizontalAccuracy: 30)
            _ = cleaner.add(fix, at: Timestamp(seconds: seconds), to: &points)
        }
        cleaner.finish(to: &points)
        #expect(points.map(\.time) == points.map(\.time).sorted())
        let isAway = points.contains { $0.latitude > 47.01 }
        // Three fixes that agree are as good as those that follow.
        #expect(isAway == (isThere || stated > 2))
        #expect(cleaner.repairs.jumps == (isThere || stated > 2 ? 1 : stated))
    }

    /// A track of fewer fixes than confirm anything keeps them.
    @Test(arguments: 1...2) func aShortTrackKeepsItsFixes(count: Int) {
        var cleaner = FixCleaner(policy: TimelinePolicy())
        var points: [TrackPoint] = []
        for index in 0..<count {
            let fix = Location(elapsed: .zero, latitude: 47, longitude: 8, horizontalAccuracy: 5)
            _ = cleaner.add(fix, at: Timestamp(nanoseconds: Int64(index) * 60_000_000_000), to: &points)
        }
        #expect(points.isEmpty)
        cleaner.finish(to: &points)
        #expect(points.count == count)
    }

    /// A coarse fix may lie within a stay by its accuracy, up to a bound.
    @Test(arguments: [(140.0, 145.0, true), (140.0, 10.0, false), (190.0, 195.0, false)])
    func aStayReachesAsFarAsAFixIsCoarse(metres: Double, accuracy: Double, isWithin: Bool) {
        let policy = TimelinePolicy()
        #expect(policy.coarseReach * policy.visitRadius == 150)
        var finder = StayFinder(policy: policy)
        for second in stride(from: 0.0, through: 300, by: 30) {
            _ = finder.add(TrackPoint(time: second, latitude: 47, longitude: 8, accuracy: 5))
        }
        let far = TrackPoint(time: 330, latitude: 47 + metres / 111_177, longitude: 8, accuracy: accuracy)
        let ended = finder.add(far)
        #expect(ended.isEmpty)
        #expect(finder.current?.end == (isWithin ? 330 : 300))
    }

    /// What was left behind on the way counts for the centre no longer: the stay begins where its own fixes lie.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func theCentreIsThatOfTheStretchAlone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let policy = TimelinePolicy()
        let speed = Double.random(in: 3...12, using: &random)
        // A way to the north, then two minutes and more around its end, within the radius of there and not of a point
        // before it.
        let end = Double.random(in: 120...600, using: &random).rounded()
        var track: [(time: Double, metres: Double)] = []
        for time in stride(from: 0, to: end, by: 10) { track.append((time, speed * time)) }
        for index in 0..<40 {
            let isAhead = index % 8 == 7
            track.append((end + Double(index) * 10, speed * end + (isAhead ? 0.8 * policy.visitRadius : 0)))
        }
        var finder = StayFinder(policy: policy)
        for (time, metres) in track {
            let ended = finder.add(
                TrackPoint(time: time, latitude: 47 + metres / 111_177, longitude: 8, accuracy: 5))
            #expect(ended.isEmpty)
        }
        // By definition: fixes leave at the front until the next one lies within the radius of the mean of the others.
        var members: [(time: Double, metres: Double)] = []
        for point in track {
            func mean() -> Double { members.reduce(0) { $0 + $1.metres } / Double(members.count) }
            if let first = members.first, let last = members.last, last.time - first.time >= finder.shortest { break }
            while !members.isEmpty, abs(point.metres - mean()) > policy.visitRadius { members.removeFirst() }
            members.append(point)
        }
        let stay = try #require(finder.finish())
        #expect(stay.start == members.first?.time && stay.end == track.last?.time)
    }

    /// Fixes outside a stay end it when they last longer than jitter may, and not before.
    @Test func aStayEndsAfterJitter() {
        let policy = TimelinePolicy()
        let jitter = policy.jitterDuration.inSeconds
        var finder = StayFinder(policy: policy)
        for second in stride(from: 0.0, through: 300, by: 30) {
            _ = finder.add(TrackPoint(time: second, latitude: 47, longitude: 8, accuracy: 5))
        }
        func away(_ time: Double) -> TrackPoint {
            TrackPoint(time: time, latitude: 47.01, longitude: 8, accuracy: 5)
        }
        let ended = [400, 400 + jitter, 400 + jitter + 1].map { finder.add(away($0)) }
        #expect(ended == [[], [], [StayFinder.Stay(start: 0, end: 300)]])
    }
}
