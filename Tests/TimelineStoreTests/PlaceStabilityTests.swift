// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@Suite struct PlaceStabilityTests {
    /// A day of several, each a stay some metres east of 8° E.
    private func stay(_ half: Int, east: Double) -> TimelineInput {
        let fixes = (0..<600).map { minute in
            (
                time: SyntheticDays.moment(Double(half) * 43_200 + Double(minute) * 60),
                fix: Location(elapsed: .zero, latitude: 47, longitude: 8 + east / 76_057, horizontalAccuracy: 5)
            )
        }
        return TimelineInput(source: "stay", fixes: fixes)
    }

    /// What a person sees of a timeline: when, what, where, and what it is called.
    private func told(_ store: TimelineDatabase) throws -> [String] {
        let timeline = try store.timeline()
        let names = Dictionary(uniqueKeysWithValues: timeline.places.map { ($0.identifier, $0.name ?? "") })
        return timeline.items.map { item in
            let place = item.visit?.placeIdentifier ?? ""
            let sections = item.move?.sections.map(\.activity.rawValue) ?? []
            return "\(item.span) \(place) \(names[place] ?? "") \(sections)"
        }
    }

    /// The places without their numbers, which are those of the order of adding.
    private func unnumbered(_ store: TimelineDatabase) throws -> [StoredPlace] {
        try store.places().map { stored in
            var stored = stored
            stored.place.number = nil
            return stored
        }
    }

    /// Each place with its number, by where it is.
    private func numbers(_ store: TimelineDatabase) throws -> [Int: Int] {
        try store.places().reduce(into: [:]) { numbers, stored in
            numbers[Int(clamping: ((stored.place.longitude - 8) * 76_057 / 1000).rounded())] = stored.place.number
        }
    }

    /// A place keeps its number when names, radii and earlier days come, and when all is derived again.
    @Test func aPlaceKeepsItsNumber() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        for (half, east) in [(4, 0.0), (5, 5000), (6, 10_000), (7, 0)] { try store.add(stay(half, east: east)) }
        #expect(try numbers(store) == [0: 1, 5: 2, 10: 3])
        // An earlier day, at a place of its own and 60 m from one that is known.
        try store.add(stay(1, east: 15_000))
        try store.add(stay(2, east: 5060))
        #expect(try numbers(store) == [0: 1, 5: 2, 10: 3, 15: 4])
        let second = try #require(try store.places().first { $0.place.number == 2 }?.place)
        try store.correct(.name("Home", ofPlace: PlaceReference(identifier: second.identifier)))
        try store.deriveAnew()
        #expect(try numbers(store) == [0: 1, 5: 2, 10: 3, 15: 4])
        #expect(try store.timeline().places.first { $0.name == "Home" }?.number == 2)
        // It answers to its number, as tables and pages show it.
        let third = try #require(try store.places().first { $0.place.number == 3 }?.place.identifier)
        for word in ["3", "Place 3", "near Littau (3)"] {
            #expect(try store.placeIdentifier(of: word) == third)
        }
        #expect(throws: InputError.self) { try store.placeIdentifier(of: "near Littau (7)") }
    }

    /// Days in five orders, then in one piece; corrections before, between and after them.
    @Test(arguments: 1...5) func noOrderOfAddingChangesAnything(seed: UInt64) throws {
        let folder = try StoreFolder()
        let whole = try folder.store("whole")
        try whole.add(SyntheticDays.input(0..<8, seed: 3))
        let places = try whole.places()
        #expect(places.count == 4)
        for (number, place) in places.enumerated() {
            let reference = PlaceReference(identifier: place.place.identifier)
            try whole.correct(.name("Place \(number)", ofPlace: reference))
        }
        try whole.correct(
            .samePlace(
                PlaceReference(identifier: places[2].place.identifier),
                as: PlaceReference(identifier: places[1].place.identifier)))
        let move = try #require(try whole.timeline().items.compactMap(\.move).dropFirst(3).first)
        try whole.correct(.activity(.cycling, during: move.span))
        let visit = try #require(try whole.timeline().items.compactMap(\.visit).dropFirst(4).first)
        try whole.correct(.split(at: visit.span.start + visit.span.duration / 2))
        let document = CorrectionDocument(corrections: try whole.corrections().map(\.correction))

        var random = SeededGenerator(seed: seed)
        let store = try folder.store()
        let days = (0..<8).shuffled(using: &random)
        let turn = Int.random(in: 0...days.count, using: &random)
        for (index, number) in days.enumerated() {
            if index == turn {
                let kept = try store.correct(document)
                #expect(kept.count == document.corrections.count)
            }
            try store.add(SyntheticDays.input([number], seed: 3))
        }
        try store.correct(document)
        #expect(try store.corrections().allSatisfy(\.fits))
        #expect(try told(store) == told(whole))
        expectSame(try store.timeline().items, try whole.timeline().items)
        #expect(try store.places().map(\.place.identifier) == whole.places().map(\.place.identifier))
        #expect(try store.places().map(\.place.name) == whole.places().map(\.place.name))
        // Derived again, and opened again with all days once more.
        try store.deriveAnew()
        let again = try folder.store()
        try again.add(SyntheticDays.input(0..<8, seed: 3))
        #expect(try told(again) == told(whole))
    }

    /// Places closer to each other than two radii: which visits share one depends on who comes first in time, not in
    /// the store.
    @Test(arguments: 1...5) func crowdedPlacesDoNotDependOnTheOrder(seed: UInt64) throws {
        let folder = try StoreFolder()
        let stays = [0.0, 5000, 90, 5000, 150, 5060, 40, 5130, 210].enumerated().map {
            stay($0.offset, east: $0.element)
        }
        let whole = try folder.store("whole")
        for stay in stays { try whole.add(stay) }
        #expect(try whole.places().count > 3)
        var random = SeededGenerator(seed: seed)
        let store = try folder.store()
        for stay in stays.shuffled(using: &random) { try store.add(stay) }
        #expect(try told(store) == told(whole))
        #expect(try unnumbered(store) == unnumbered(whole))
    }

    /// A day comes between others and founds a place; one that is founded again behind it gets its own row back.
    @Test func aPlaceBetweenDaysTakesNoRowOfAnother() throws {
        let folder = try StoreFolder()
        let stays = [0.0, 5000, 0, -5000, 10_000, 0, 5000, 0, 5000, 0, 5000].enumerated().map {
            stay($0.offset, east: $0.element)
        }
        let whole = try folder.store("whole")
        for stay in stays { try whole.add(stay) }
        let store = try folder.store()
        for stay in stays[..<3] + stays[4...] { try store.add(stay) }
        try store.add(stays[3])
        #expect(try told(store) == told(whole))
        #expect(try unnumbered(store) == unnumbered(whole))
        #expect(try store.places().count == 4)
    }

    /// An identifier that was told means the place still, when an earlier day has given it another.
    @Test func anIdentifierOfBeforeIsUnderstood() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        try store.add(stay(2, east: 60))
        let former = try #require(try store.places().first?.place.identifier)
        try store.correct(.name("Home", ofPlace: PlaceReference(identifier: former)))
        // Somewhere else in between: a phone that is found where it fell silent stayed there, which were one visit.
        try store.add(stay(1, east: 5000))
        try store.add(stay(0, east: 0))
        let place = try #require(try store.places().first { $0.visitCount == 2 }?.place)
        #expect(place.identifier != former && place.name == "Home")
        #expect(try store.visits(at: former).count == 2)
        #expect(try store.corrections().map(\.fits) == [true])
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
