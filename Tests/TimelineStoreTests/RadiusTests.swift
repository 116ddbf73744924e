// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import Testing

@Suite struct RadiusTests {
    @Test func aRadiusTakesNamelessPlacesInAndIsWithdrawn() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        func visit(_ hour: Double, _ metres: Double) -> TimelineItem {
            let span = TimeSpan(
                start: SyntheticDays.moment(hour * 3600), end: SyntheticDays.moment((hour + 1) * 3600))
            return .visit(Visit(span: span, latitude: 47 + metres / 111_177, longitude: 8))
        }
        try store.add(
            TimelineInput(
                source: "x", timeline: TimelineDocument(items: [visit(0, 0), visit(1, 180), visit(2, 900)])))
        let places = try store.places()
        #expect(places.count == 3)
        let first = try #require(places.first { abs($0.place.latitude - 47) < 1e-6 }?.place)
        let reference = PlaceReference(identifier: first.identifier)
        let kept = try store.correct(.radius(250, ofPlace: reference))
        let wide = try store.places()
        #expect(wide.count == 2 && wide.first { $0.place.identifier == first.identifier }?.place.radius == 250)
        let visits = try store.timeline().items.compactMap(\.visit?.placeIdentifier)
        #expect(visits[0] == visits[1] && visits[1] != visits[2])
        // A file of corrections keeps it.
        let document = CorrectionDocument(corrections: try store.corrections().map(\.correction))
        #expect(try CorrectionDocument(json: Array(document.json.utf8)) == document)
        try store.withdraw(correction: kept.number)
        #expect(try store.places().count == 3)
        #expect(throws: InputError.self) { try store.correct(.radius(0, ofPlace: reference)) }
    }
}
