import MotionTypes
import StoreTestSupport
import TestSupport
import Testing
import Timeline
import TimelineStore

@Suite struct PlaceStabilityTests {
    /// The identifier of the place at each of some moments.
    private func told(_ store: TimelineDatabase, at moments: [Timestamp]) throws -> [Timestamp: String] {
        var told: [Timestamp: String] = [:]
        let visits = try store.timeline().items.compactMap(\.visit)
        for moment in moments {
            let visit = visits.first { $0.span.start <= moment && moment < $0.span.end }
            told[moment] = visit?.placeIdentifier
        }
        return told
    }

    @Test(arguments: 1...4) func noDayThatIsAddedChangesAnIdentifier(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try StoreFolder()
        let store = try folder.store()
        var moments: [Timestamp] = []
        var before: [Timestamp: String] = [:]
        for number in (0..<8).shuffled(using: &random) {
            let day = SyntheticDays.input([number], seed: seed)
            try store.add(day)
            // Where a visit is known at a fix, before and after, it is at the same place.
            let now = try told(store, at: moments)
            for (moment, identifier) in now { #expect(before[moment] ?? identifier == identifier) }
            moments += stride(from: 0, to: day.fixes.count, by: 7).map { day.fixes[$0].time }
            before = try told(store, at: moments)
        }
        #expect(before.count > moments.count / 2)
        try store.deriveAgain()
        #expect(try told(store, at: moments) == before)
        let places = try store.places()
        #expect(places.count == 4)
        // Opened again, and with all days once more.
        let again = try folder.store()
        try again.add(SyntheticDays.input(0..<8, seed: seed))
        #expect(try told(again, at: moments) == before)
        #expect(try again.places() == places)
    }

    @Test func aNearerPlaceFoundedLaterTakesNoVisitAway() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        /// Half a day at a spot some metres east of 8° E.
        func stay(_ half: Int, east: Double) -> TimelineInput {
            var fixes: [(time: Timestamp, fix: Location)] = []
            for minute in 0..<600 {
                let time = SyntheticDays.moment(Double(half) * 43_200 + Double(minute) * 60)
                let fix = Location(
                    elapsed: .zero, latitude: 47, longitude: 8 + east / 76_057, horizontalAccuracy: 5)
                fixes.append((time, fix))
            }
            return TimelineInput(source: "stay", fixes: fixes)
        }
        try store.add(stay(0, east: 0))
        try store.add(stay(1, east: 5000))
        try store.add(stay(2, east: 90))
        try store.add(stay(3, east: 5000))
        try store.add(stay(4, east: 120))
        #expect(try store.places().count == 3)
        let identifiers = try store.timeline().items.compactMap(\.visit?.placeIdentifier)
        #expect(identifiers.count == 5)
        #expect(identifiers[0] == identifiers[2])
        // A late fix has the second stay derived again; the third place is nearer now.
        let late = SyntheticDays.moment(2 * 43_200 + 90)
        try store.add(
            TimelineInput(
                source: "late",
                fixes: [
                    (late, Location(elapsed: .zero, latitude: 47, longitude: 8 + 91 / 76_057, horizontalAccuracy: 5))
                ]))
        #expect(try store.timeline().items.compactMap(\.visit?.placeIdentifier) == identifiers)
        try store.deriveAgain()
        #expect(try store.timeline().items.compactMap(\.visit?.placeIdentifier) == identifiers)
    }

    @Test(arguments: [(0.0, 180.0), (0, -179.9999), (89.9999, 10), (-89.99999, -170)])
    func placesAreFoundAcrossTheAntimeridianAndAtThePoles(latitude: Double, longitude: Double) throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        func stay(_ day: Int, longitude: Double) -> TimelineInput {
            let fixes = (0..<300).map { minute in
                (
                    time: SyntheticDays.moment(Double(day) * 86_400 + Double(minute) * 60),
                    fix: Location(elapsed: .zero, latitude: latitude, longitude: longitude, horizontalAccuracy: 5)
                )
            }
            return TimelineInput(source: "stay", fixes: fixes)
        }
        try store.add(stay(0, longitude: longitude))
        // 0.0002° is 22 m at the equator.
        let shifted = longitude + 0.0002
        try store.add(stay(5, longitude: shifted > 180 ? shifted - 360 : shifted))
        try store.add(stay(10, longitude: longitude - 0.0002 < -180 ? longitude + 359.9998 : longitude - 0.0002))
        #expect(try store.places().count == 1)
    }
}
