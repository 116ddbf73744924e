// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import Testing

@Suite struct CorrectionDocumentTests {
    static let span = TimeSpan(
        start: Timestamp(nanoseconds: -1), end: Timestamp(nanoseconds: 1_777_622_400_123_456_789))
    static let all: [Correction] = [
        .vehicle(.subway, during: span), .gap(during: span), .boundary(at: span.end, movedTo: span.start),
        .stay(at: PlaceReference(latitude: 0.1, longitude: 2, identifier: "Corner café"), during: span),
        .trip(.running, along: TripPath(rawValue: "0.1,-179.123456789 -0.30000000000000004,179")!, during: span),
        .activity(.cycling, during: span), .split(at: span.end), .visit(during: span), .move(during: span),
        .name("Gran's \"house\"\n\u{e9}", ofPlace: PlaceReference(identifier: "moves-1")),
        .samePlace(
            PlaceReference(latitude: -0.1 + 0.3, longitude: -179.123456789, time: span.end),
            as: PlaceReference(latitude: 1, longitude: 2, time: nil, identifier: "moves-2")),
    ]

    @Test func whatIsWrittenIsReadAgain() throws {
        let document = CorrectionDocument(corrections: Self.all)
        let again = try CorrectionDocument(json: Array(document.json.utf8))
        #expect(again == document)
        let empty = try CorrectionDocument(json: Array(CorrectionDocument(corrections: []).json.utf8))
        #expect(empty.corrections.isEmpty)
    }

    @Test(arguments: [
        ("", InputError.Code.empty), ("{\"gaitway\":\"timeline\",\"version\":1}", .unsupported),
        ("{\"gaitway\":\"corrections\",\"version\":4,\"corrections\":[]}", .unsupported),
        ("{\"gaitway\":\"corrections\",\"version\":2,\"corrections\":[]}", .unsupported),
        ("[{\"kind\":\"sp", .unsupported), ("{\"gaitway\":\"corr", .truncated),
    ])
    func whatIsNoFileOfCorrectionsIsRefused(text: String, code: InputError.Code) {
        expectFault(text, code)
    }

    @Test(arguments: [
        "{\"kind\":\"undo\"}", "{\"kind\":\"split\",\"at\":\"noon\"}", "{\"kind\":\"name\",\"place\":\"p1\"}", "7",
        "{\"kind\":\"activity\",\"activity\":\"flying\"}", trip(#""path":"47,8""#),
        trip(#""path":"47.0,8 47.1,8","activity":"stationary""#), "{\"kind\":\"name\",\"place\":{},\"name\":\"Home\"}",
        "{\"kind\":\"name\",\"place\":{\"latitude\":91,\"longitude\":0},\"name\":\"Home\"}",
    ])
    func whatIsNoCorrectionIsRefused(line: String) {
        expectFault("{\"gaitway\":\"corrections\",\"version\":3,\"corrections\":[\(line)]}", .malformed)
    }

    /// What no store could take is told with the place at which it stands.
    @Test(arguments: [
        (#"{"kind":"visit","from":"2026-05-01T14:00:00Z","to":"2026-05-01T12:00:00Z"}"#, InputError.Code.malformed),
        (
            #"{"kind":"same-place","place":{"latitude":1,"longitude":2},"into":{"latitude":1,"longitude":2}}"#,
            .malformed
        ),
        (#"{"kind":"name","place":{"latitude":1,"longitude":2},"name":""}"#, .malformed),
        (trip(#""path":"46,98 8,03","activity":"cycling""#), .ambiguous),
        (trip(#""path":"46.98,8 8.03,9","activity":"cycling""#), .malformed),
        (name(of: VisitedPlace.longestName + 1), .limitExceeded),
    ])
    func whatNoStoreTakesIsRefusedWithItsLine(line: String, code: InputError.Code) {
        let good = #"{"kind":"split","at":"2026-05-01T08:25:00Z"}"#
        let text = "{\"gaitway\":\"corrections\",\"version\":3,\"corrections\":[\n\(good),\n\(line)]}"
        let error = #expect(throws: InputError.self) {
            try CorrectionDocument(json: Array(text.utf8), source: "corrections.json")
        }
        #expect(error?.code == code && error?.source == "corrections.json" && error?.line == 3)
    }

    @Test func aNameMayBeAsLongAsTheLimit() throws {
        let line = Self.name(of: VisitedPlace.longestName)
        let text = "{\"gaitway\":\"corrections\",\"version\":3,\"corrections\":[\(line)]}"
        #expect(try CorrectionDocument(json: Array(text.utf8)).corrections.count == 1)
    }

    private static func trip(_ members: String) -> String {
        #"{"kind":"trip","from":"2026-05-01T12:00:00Z","to":"2026-05-01T14:00:00Z",\#(members)}"#
    }

    private static func name(of length: Int) -> String {
        let name = String(repeating: "\u{e9}", count: length)
        return #"{"kind":"name","place":{"latitude":1,"longitude":2},"name":"\#(name)"}"#
    }

    /// When clocks are put back, such a time is two moments.
    @Test func aTimeWithoutAnOffsetIsRefused() {
        let line = "{\"kind\":\"split\",\"at\":\"2026-10-25T02:30:00\"}"
        expectFault("{\"gaitway\":\"corrections\",\"version\":3,\"corrections\":[\(line)]}", .ambiguous)
    }

    @Test func anIdentifierThatEncodesAPositionIsThePosition() {
        let reference = PlaceReference(identifier: "p52.50000N13.25000W")
        #expect(reference == PlaceReference(latitude: 52.5, longitude: -13.25))
        #expect(PlaceReference(identifier: "moves-4711").identifier == "moves-4711")
        #expect(PlaceReference(identifier: "p95.00000N0.00000E").position == nil)
    }

    private func expectFault(_ text: String, _ code: InputError.Code) {
        let error = #expect(throws: InputError.self) {
            try CorrectionDocument(json: Array(text.utf8), source: "corrections.json")
        }
        #expect(error?.code == code && error?.source == "corrections.json")
    }

    @Test func correctionsOutliveTheirStore() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        try store.add(SyntheticDays.input(0..<3))
        let items = try store.timeline().items
        let move = try #require(items.compactMap(\.move).first)
        let place = try #require(items.compactMap(\.visit).first?.placeIdentifier)
        try store.correct(.activity(.running, during: move.span))
        try store.correct(.name("Home", ofPlace: PlaceReference(identifier: place)))
        let document = CorrectionDocument(corrections: try store.corrections().map(\.correction))
        let corrected = try store.timeline()

        // Said again they change nothing.
        let same = try store.correct(document)
        #expect(same.map(\.correction) == document.corrections)

        let other = try StoreFolder()
        let fresh = try other.store()
        // An invalid correction: a store takes all or none.
        let reversed = TimeSpan(start: move.span.end, end: move.span.start)
        let bad = CorrectionDocument(corrections: document.corrections + [.visit(during: reversed)])
        #expect(throws: InputError.self) { try fresh.correct(bad) }
        let none = try fresh.corrections()
        #expect(none.isEmpty)
        // A time without an item, and a place without a visit: kept, and told.
        let early = try fresh.correct(document)
        #expect(early.map(\.fits) == [false, false])
        try fresh.add(SyntheticDays.input(0..<3))
        let kept = try fresh.correct(document)
        #expect(kept.map(\.fits) == [true, true])
        #expect(kept.map(\.number) == early.map(\.number))
        #expect(try fresh.timeline() == corrected)
    }
}
