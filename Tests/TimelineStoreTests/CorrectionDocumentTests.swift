import MotionTypes
import StoreTestSupport
import Testing
import Timeline
import TimelineStore

@Suite struct CorrectionDocumentTests {
    static let span = TimeSpan(
        start: Timestamp(nanoseconds: -1), end: Timestamp(nanoseconds: 1_777_622_400_123_456_789))
    static let all: [Correction] = [
        .activity(.cycling, during: span), .split(at: span.end), .visit(during: span), .move(during: span),
        .name("Gran's \"house\"\n\u{e9}", ofPlace: "p1"), .samePlace("p1", as: "p2"),
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
        ("{\"gaitway\":\"corrections\",\"version\":2,\"corrections\":[]}", .unsupported),
        ("[{\"kind\":\"sp", .truncated),
    ])
    func whatIsNoFileOfCorrectionsIsRefused(text: String, code: InputError.Code) {
        expectFault(text, code)
    }

    @Test(arguments: [
        "{\"kind\":\"undo\"}", "{\"kind\":\"split\",\"at\":\"noon\"}", "{\"kind\":\"name\",\"place\":\"p1\"}", "7",
        "{\"kind\":\"activity\",\"activity\":\"flying\"}",
    ])
    func whatIsNoCorrectionIsRefused(line: String) {
        expectFault("{\"gaitway\":\"corrections\",\"version\":1,\"corrections\":[\(line)]}", .malformed)
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
        try store.correct(.name("Home", ofPlace: place))
        let document = CorrectionDocument(corrections: try store.corrections().map(\.correction))
        let corrected = try store.timeline()

        // Said again they change nothing.
        let same = try store.correct(document)
        #expect(same.map(\.correction) == document.corrections)

        let other = try StoreFolder()
        let fresh = try other.store()
        // A place that is not there yet: all or none.
        #expect(throws: InputError.self) { try fresh.correct(document) }
        let none = try fresh.corrections()
        #expect(none.isEmpty)
        // A time without an item: kept, and told.
        let early = try fresh.correct(CorrectionDocument(corrections: [document.corrections[0]]))
        #expect(early.map(\.fits) == [false])
        try fresh.add(SyntheticDays.input(0..<3))
        let kept = try fresh.correct(document)
        #expect(kept.map(\.fits) == [true, true])
        #expect(try fresh.timeline() == corrected)
    }
}
