// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct DocumentTests {
    private func document(seed: UInt64) -> TimelineDocument {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(DayScript.usual(seed: seed).items())
        var places = clusterer.places
        places[0].name = "Home \"sweet\"\nhome"
        return TimelineDocument(items: items, places: places)
    }

    private func read(_ text: String) throws -> TimelineDocument {
        try TimelineDocument(json: Array(text.utf8), source: "day.json")
    }

    private func fault(_ text: String) -> InputError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? InputError
        }
    }

    @Test(arguments: 1...4) func whatWasWrittenIsReadBack(seed: UInt64) throws {
        let document = document(seed: seed)
        let days = TimelineDay.days(of: try #require(document.span)) { _ in 7200 }
        let text = TimelineExport.json(document, days: days, timeZone: "Europe/Zurich")
        #expect(TimelineDocument.isJSON(Array(text.utf8)))
        let back = try read(text)
        // Writing rounds times, and what follows from them; what was read is written the same for ever after.
        let again = TimelineExport.json(back)
        let isStable = TimelineExport.json(try read(again)) == again
        #expect(isStable)
        #expect(back.places.map(\.identifier) == document.places.map(\.identifier))
        #expect(back.places.map(\.name) == document.places.map(\.name))
        #expect(back.items.map(kind) == document.items.map(kind))
        #expect(back.items.compactMap(\.visit?.placeIdentifier) == document.items.compactMap(\.visit?.placeIdentifier))
        let isOngoing = back.items.map(\.isOngoing)
        #expect(isOngoing == document.items.map(\.isOngoing))
    }

    @Test func altitudeIsKept() throws {
        let start = DayScript.moment(0)
        let point = PathPoint(time: start, latitude: 47, longitude: 8, altitude: 431.5)
        let span = TimeSpan(start: start, end: DayScript.moment(60))
        let section = MoveSection(span: span, activity: .walking, evidence: .speed, path: [[point]])
        let back = try read(
            TimelineExport.json(TimelineDocument(items: [.move(Move(span: span, sections: [section]))])))
        #expect(back.items.first?.move?.sections.first?.path.first?.first == point)
    }

    private let gap = "{\"kind\":\"gap\",\"start\":\"2026-05-01T08:00:00Z\",\"end\":\"2026-05-01T09:00:00Z\"}"

    private func file(_ items: String, version: String = "1", kind: String = "timeline") -> String {
        "{\"gaitway\":\"\(kind)\",\"version\":\(version),\"items\":[\n\(items)\n],\"later\":{\"unknown\":[1]}}"
    }

    @Test func unknownMembersAreIgnored() throws {
        let items = try read(file(gap.replacing("\"kind\"", with: "\"new\":1,\"kind\""))).items
        #expect(items.map(kind) == ["gap"])
    }

    @Test func otherVersionsAndKindsAreRefused() {
        #expect(fault(file(gap, version: "2"))?.code == .unsupported)
        #expect(fault(file(gap, kind: "activity-stream"))?.code == .unsupported)
        #expect(fault("{\"gaitway\":\"timeline\",\"items\":[]}")?.code == .unsupported)
    }

    @Test func faultsNameTheirLine() {
        let cases = [
            gap.replacing("gap", with: "stop"), gap.replacing("T08", with: "T10"),
            gap.replacing("-05-01T08:00:00Z", with: "-05"),
            gap.replacing("gap", with: "visit"), gap.replacing("gap", with: "move"),
        ]
        for item in cases {
            let fault = fault(file(item))
            #expect(fault?.code == .malformed && fault?.line == 2 && fault?.source == "day.json", "\(item)")
        }
        // A hole between two items.
        let later = gap.replacing("T08", with: "T10").replacing("T09", with: "T11")
        #expect(fault(file(gap + ",\n" + later))?.line == 3)
    }

    @Test func aCutFileIsAnErrorWhereverItIsCut() {
        let bytes = Array(TimelineExport.json(document(seed: 2)).utf8.prefix(20_000))
        for length in stride(from: 0, to: bytes.count, by: 37) {
            #expect(throws: InputError.self) { try TimelineDocument(json: Array(bytes[..<length])) }
        }
    }

    // MARK: Joining

    private func visit(_ from: Double, _ to: Double, _ place: String? = nil) -> TimelineItem {
        .visit(
            Visit(
                span: TimeSpan(start: DayScript.moment(from), end: DayScript.moment(to)), latitude: 47, longitude: 8,
                placeIdentifier: place))
    }

    private func move(_ from: Double, _ to: Double) -> TimelineItem {
        let span = TimeSpan(start: DayScript.moment(from), end: DayScript.moment(to))
        let path = stride(from: from, through: to, by: 10).map {
            PathPoint(time: DayScript.moment($0), latitude: 47, longitude: 8)
        }
        return .move(
            Move(
                span: span,
                sections: [MoveSection(span: span, activity: .cycling, evidence: .speed, distance: 1000, path: [path])])
        )
    }

    private func gap(_ from: Double, _ to: Double) -> TimelineItem {
        .gap(Gap(span: TimeSpan(start: DayScript.moment(from), end: DayScript.moment(to)), displacement: 5))
    }

    @Test func anotherTimelineFillsWhatIsOpen() {
        let own = TimelineDocument(items: [visit(1000, 2000), gap(2000, 3000), visit(3000, 4000)])
        let other = TimelineDocument(items: [visit(0, 500), gap(500, 1500), move(1500, 2500), visit(2500, 3500)])
        let (joined, cut) = own.joined(with: other)
        expectTouching(joined.items)
        #expect(joined.items.map(kind) == ["visit", "gap", "visit", "move", "visit", "visit"])
        let bounds = joined.items.map { DayScript.seconds($0.span.start) }
        #expect(bounds == [0, 500, 1000, 2000, 2500, 3000])
        #expect(cut == .seconds(1000))
        // Half of the move is left, with half of its way.
        let left = joined.items[3].move
        #expect(left?.distance == 500 && left?.sections[0].path[0].count == 51)
        // What neither knows stays a gap with its reason.
        let alone = own.joined(with: TimelineDocument(items: [visit(0, 500)])).timeline.items
        #expect(alone.map(kind) == ["visit", "gap", "visit", "gap", "visit"])
        #expect(alone[3].gap?.displacement == 5)
        #expect(own.joined(with: TimelineDocument(items: [])).timeline == own)
    }

    @Test func joiningKeepsEveryMomentOnce() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            func timeline() -> TimelineDocument {
                var time = Double.random(in: 0..<100, using: &random).rounded()
                var items: [TimelineItem] = []
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    let end = time + Double.random(in: 1..<60, using: &random).rounded()
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: items.append(visit(time, end))
                    case 1: items.append(move(time, end))
                    default: items.append(gap(time, end))
                    }
                    time = end
                }
                return TimelineDocument(items: items)
            }
            let (own, other) = (timeline(), timeline())
            let (joined, cut) = own.joined(with: other)
            expectTouching(joined.items)
            let known: (TimelineDocument) -> Double = {
                $0.items.filter { kind($0) != "gap" }.reduce(0) { $0 + $1.span.seconds }
            }
            #expect(abs(known(joined) - known(own) - known(other) + cut.inSeconds) < 1e-6)
        }
    }
}
