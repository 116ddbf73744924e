// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayTimeline
import Testing

/// Steps of sections and visits.
@Suite struct StepCountTests {
    private static let start = Timestamp(nanoseconds: 1_700_000_000_000_000_000)

    private static func span(_ from: Int, _ to: Int) -> TimeSpan {
        TimeSpan(start: start + .seconds(from), end: start + .seconds(to))
    }

    private static func count(_ from: Int, _ to: Int, _ steps: Int) -> StepCount {
        StepCount(span: span(from, to), steps: steps)
    }

    /// A visit of 100 s, a walk of 100 s, a drive of 100 s, and a gap of 100 s.
    private static let items: [TimelineItem] = [
        .visit(Visit(span: span(0, 100), latitude: 47, longitude: 8)),
        .move(
            Move(
                span: span(100, 300),
                sections: [
                    MoveSection(span: span(100, 200), activity: .walking, evidence: .reports, distance: 140),
                    MoveSection(span: span(200, 300), activity: .automotive, evidence: .reports, distance: 1500),
                ])),
        .gap(Gap(span: span(300, 400))),
    ]

    private static func steps(_ items: [TimelineItem]) -> [Int?] {
        items.flatMap { item -> [Int?] in
            switch item {
            case .visit(let visit): [visit.steps]
            case .move(let move): move.sections.map(\.steps)
            case .gap: []
            }
        }
    }

    @Test func eachSectionHasTheStepsOfItsTime() {
        let counts = [
            Self.count(0, 50, 7), Self.count(50, 150, 101), Self.count(150, 190, 60), Self.count(190, 400, 0),
        ]
        let counted = Self.items.counting(counts)
        // Of 101 steps from 50 to 150, those before 100 belong to the visit.
        #expect(Self.steps(counted) == [7 + 51, 50 + 60, 0])
        #expect(Self.steps(Self.items.counting([])) == [nil, nil, nil])
        // Steps in a vehicle belong to the walk before it.
        #expect(Self.steps(Self.items.counting([Self.count(200, 220, 3)])) == [nil, 3, 0])
        #expect(TimelineDay.steps(of: counted, in: Self.span(0, 400)) == 168)
        #expect(TimelineDay.steps(of: counted, in: Self.span(300, 400)) == nil)
        #expect(TimelineDay.summary(of: counted, in: Self.span(0, 150)).map(\.steps) == [55])
    }

    @Test func stepsThatAreKnownStay() {
        var items = Self.items.counting([Self.count(0, 400, 400)])
        #expect(Self.steps(items) == [100, 200, 0])
        items = items.counting([Self.count(0, 400, 4000)])
        #expect(Self.steps(items) == [100, 200, 0])
    }

    @Test func noStepIsLostByRounding() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var counts: [StepCount] = []
            var time = 0
            while time < 300 {
                let next = min(300, time + Int.random(in: 1...70, using: &random))
                counts.append(Self.count(time, next, Int.random(in: 0...200, using: &random)))
                time = next
            }
            let sum = Self.steps(Self.items.counting(counts)).compactMap(\.self).reduce(0, +)
            #expect(sum == counts.reduce(0) { $0 + $1.steps }, "\(counts)")
        }
    }

    @Test func exportsKeepThem() throws {
        let document = TimelineDocument(items: Self.items.counting([Self.count(0, 400, 400)]))
        let json = TimelineExport.json(document)
        #expect(try TimelineDocument(json: Array(json.utf8)).items == document.items)
        let rows = TimelineExport.csv(document) { _ in 0 }.split(separator: "\n")
        #expect(rows[1].hasSuffix(",100") && rows[2].hasSuffix(",200") && rows[3].hasSuffix(",0"))
        #expect(TimelineExport.geoJSON(document).contains("\"steps\":200"))
        let moves = TimelineExport.moves(document) { _ in 0 }
        // The walk and its day; a drive has none.
        #expect(moves.components(separatedBy: "\"steps\":200").count == 3)
        let read = try MovesStoryline(decoding: Array(moves.utf8)).timeline
        #expect(Self.steps(read.items) == [nil, 200, nil])
        // A sum of such numbers would overflow.
        for steps in ["-1", "1e18", "0.5"] {
            let broken = json.replacing("\"steps\":100", with: "\"steps\":" + steps)
            let error = #expect(throws: InputError.self) { try TimelineDocument(json: Array(broken.utf8)) }
            #expect(error?.line == 3 && error?.problem.contains("not a count") == true)
        }
    }
}
