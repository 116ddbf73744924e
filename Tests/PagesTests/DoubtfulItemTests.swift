// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import Testing

@testable import GaitwayPages

/// Which items a person had better look at.
@Suite struct DoubtfulItemTests {
    private static func time(_ minutes: Double) -> Timestamp {
        Timestamp(nanoseconds: 1_777_600_800_000_000_000 + Int64(proven: minutes * 60e9))
    }

    private static func span(_ start: Double, _ end: Double) -> TimeSpan {
        TimeSpan(start: time(start), end: time(end))
    }

    private static func move(_ start: Double, _ end: Double, _ activity: Activity, metres: Double) -> TimelineItem {
        let span = span(start, end)
        return .move(
            Move(
                span: span,
                sections: [MoveSection(span: span, activity: activity, evidence: .reports, distance: metres)],
                isOngoing: false))
    }

    private static func visit(_ start: Double, _ end: Double, _ place: Int) -> TimelineItem {
        .visit(
            Visit(
                span: span(start, end), latitude: places[place].latitude, longitude: 13.25,
                placeIdentifier: places[place].identifier))
    }

    /// Home, a place 9 km north, and one 150 m from home.
    private static let places = [52.5, 52.58, 52.50135].enumerated().map { number, latitude in
        var place = VisitedPlace(
            identifier: "place-\(number)", latitude: latitude, longitude: 13.25, name: number == 0 ? "Home" : nil)
        place.town = "Berlin"
        return place
    }

    private static let timeline = TimelineDocument(
        items: [
            visit(0, 60, 0), move(60, 75, .cycling, metres: 4000), visit(75, 80, 1),
            move(80, 100, .cycling, metres: 5000), visit(100, 200, 2), move(200, 210, .walking, metres: 5000),
            visit(210, 300, 0),
        ], places: places)

    @Test func aShortVisitAFastWalkAndANearPlaceAreDoubtful() throws {
        let doubts = DoubtfulItem.all(in: Self.timeline, corrections: [])
        #expect(doubts.map(\.span) == [Self.span(200, 210), Self.span(100, 200), Self.span(75, 80)])
        let walk = try #require(doubts.first)
        #expect(walk.declining.correction == .activity(.cycling, during: Self.span(200, 210)))
        #expect(doubts[1].declining.words == "It is Home")
        #expect(doubts[2].question.hasSuffix(" at the place near Berlin?"))
        #expect(doubts[2].declining.correction == .move(during: Self.span(60, 100)))
    }

    @Test func anAnswerEndsTheDoubt() {
        let doubts = DoubtfulItem.all(in: Self.timeline, corrections: [])
        let confirmed = doubts.map(\.confirming.correction)
        // That of the walk shows in the timeline itself.
        #expect(
            DoubtfulItem.all(in: Self.timeline, corrections: Array(confirmed.dropFirst())).map(\.span)
                == [Self.span(200, 210)])
    }

    @Test func longStaysAndPlacesFarApartAreNot() {
        let sound = TimelineDocument(
            items: [Self.visit(0, 60, 0), Self.move(60, 75, .cycling, metres: 4000), Self.visit(75, 100, 1)],
            places: Self.places)
        #expect(DoubtfulItem.all(in: sound, corrections: []).isEmpty)
    }
}
