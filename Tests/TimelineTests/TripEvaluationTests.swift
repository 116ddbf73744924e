// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct TripEvaluationTests {
    private func span(_ start: Double, _ end: Double) -> TimeSpan {
        TimeSpan(start: DayScript.moment(start), end: DayScript.moment(end))
    }

    private func move(_ sections: [(Double, Double, Activity)]) -> TimelineItem {
        .move(
            Move(
                span: span(sections[0].0, sections[sections.count - 1].1),
                sections: sections.map {
                    MoveSection(span: span($0.0, $0.1), activity: $0.2, evidence: .reports)
                }))
    }

    private func visit(_ start: Double, _ end: Double) -> TimelineItem {
        .visit(Visit(span: span(start, end), latitude: 0, longitude: 0))
    }

    private var truth: TripTruth {
        let sections = [
            TripTruth.Section(span: span(1000, 1300), travelClass: .foot),
            TripTruth.Section(span: span(1300, 2500), travelClass: .automotive),
            TripTruth.Section(span: span(2800, 3000), travelClass: .foot),
        ]
        return TripTruth(
            name: "day", period: span(0, 10_000), coverage: .complete,
            trips: [TripTruth.Trip(span: span(1000, 3000), sections: sections)], waits: [span(2500, 2800)])
    }

    @Test func theTruthItselfIsPerfect() {
        let items = [
            visit(0, 1000),
            move([(1000, 1300, .walking), (1300, 2500, .automotive), (2500, 2800, .stationary), (2800, 3000, .running)]
            ),
            visit(3000, 10_000),
        ]
        let figures = TripEvaluation(items, truth: truth).figures
        #expect((figures.found, figures.missed, figures.invented, figures.wrongCuts) == (1, 0, 0, 0))
        #expect(figures.startErrors == [0] && figures.endErrors == [0])
        #expect(figures.rightShare == 1)
        #expect((figures.sections, figures.split, figures.merged) == (3, 0, 0))
    }

    @Test func cutsArePiecesAtWaitsOrWrong() {
        func figures(_ from: Double, _ to: Double) -> TripFigures {
            let items = [
                visit(0, 1010), move([(1010, from, .automotive)]), visit(from, to), move([(to, 2990, .walking)]),
                visit(2990, 10_000),
            ]
            return TripEvaluation(items, truth: truth).figures
        }
        #expect((figures(2550, 2750).cutsAtWaits, figures(2550, 2750).wrongCuts) == (1, 0))
        #expect((figures(1500, 1700).cutsAtWaits, figures(1500, 1700).wrongCuts) == (0, 1))
        #expect(figures(1500, 1700).startErrors == [10] && figures(1500, 1700).endErrors == [-10])
    }

    @Test func whatIsLeftOverIsInventedOrUnscripted() {
        let items = [visit(0, 5000), move([(5000, 5600, .walking)]), visit(5600, 10_000)]
        var truth = truth
        #expect(TripEvaluation(items, truth: truth).figures.invented == 1)
        #expect(TripEvaluation(items, truth: truth).figures.missed == 1)
        truth.coverage = .scripted
        let fixes = (0..<100).map { (DayScript.moment(1000 + Double($0) * 20), Double?.some(10)) }
        #expect(TripEvaluation(items, truth: truth, fixes: fixes).figures.unscripted == 1)
        #expect(TripEvaluation(items, truth: truth, fixes: Array(fixes.prefix(4))).figures.blind == 1)
    }

    @Test(arguments: [(100.0, 0), (120, 1), (300, 1), (310, 0)]) func pausesThatAreShortAreCounted(
        _ pause: Double, _ pauses: Int
    ) {
        var truth = truth
        truth.trips.append(TripTruth.Trip(span: span(3000 + pause, 5000), sections: []))
        let one = [visit(0, 1000), move([(1000, 5000, .walking)]), visit(5000, 10_000)]
        let two = [
            visit(0, 1000), move([(1000, 3000, .walking)]), visit(3000, 3000 + pause),
            move([(3000 + pause, 5000, .walking)]), visit(5000, 10_000),
        ]
        for (items, parted) in [(one, 0), (two, pauses)] {
            let figures = TripEvaluation(items, truth: truth).figures
            #expect((figures.pauses, figures.partedPauses) == (pauses, parted))
        }
    }

    @Test func poolingAddsAndKeepsEachError() throws {
        let items = [visit(0, 900), move([(900, 3100, .automotive)]), visit(3100, 10_000)]
        let one = TripEvaluation(items, truth: truth).figures
        let pooled = TripFigures(pooling: [one, one, one])
        #expect((pooled.days, pooled.found, pooled.merged) == (3, 3, 3 * one.merged))
        #expect(try #require(pooled.startError).median == 100)
        #expect(try #require(pooled.endError).signedMedian == 100)
        #expect(pooled.rightShare == one.rightShare)
    }

    @Test func truthFilesAreReadAndFaultsNamed() throws {
        let text = """
            kind,start,end,class
            period,0,10000,scripted
            trip,1000,3000,
            section,1000,1300,foot
            section,1300,2500,automotive
            wait,2500,2800,
            tracked,900,3100,

            """
        let truth = try TripTruth(csv: Array(text.utf8), name: "day")
        #expect(truth.trips.count == 1 && truth.trips[0].sections.count == 2 && truth.waits.count == 1)
        for bad in [
            "", "kind,start\n", "kind,start,end,class\n", "kind,start,end,class\nperiod,5,1,scripted\n",
            "kind,start,end,class\nsection,1,2,foot\n", "kind,start,end,class\nnonsense,1,2,\n",
            "kind,start,end,class\nperiod,1,2,perhaps\n", "kind,start,end,class\nperiod,x,2,scripted\n",
        ] {
            #expect(throws: InputError.self) { try TripTruth(csv: Array(bad.utf8), name: "bad") }
        }
    }
}
