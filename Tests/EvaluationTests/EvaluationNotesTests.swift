// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// What stands above the figures, and that nothing looks better because it is left out.
struct EvaluationNotesTests {
    /// Two data sets of all activities, with `running` windows of running in all.
    private static func windows(running: Int) -> [ScoredWindow] {
        Samples.rides(
            (0..<2).flatMap { dataSet in
                Activity.allCases.filter { $0 != .running }.map { (dataSet: dataSet, fold: 0, truth: $0, count: 80) }
            } + [(dataSet: 0, fold: 0, truth: .running, count: running)])
    }

    private static func object(_ report: EvaluationReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }

    @Test(arguments: [(30, false), (9, true), (2, true)])
    func anActivityOfFewWindowsIsInTheHeadline(count: Int, isTooFew: Bool) throws {
        let windows = Self.windows(running: count)
        let report = EvaluationReport(windows: windows, dataSets: ["a", "b"])
        let f1 = try Activity.allCases.map { try #require(report.weighted[$0].f1) }
        #expect(isClose(report.weighted.macroF1, f1.reduce(0, +) / 5))
        let without = try #require(report.macroF1WithoutFew)
        #expect(isClose(without, Metrics(windows, weights: CellWeights(windows).weights).macroF1))
        let interval = try #require(report.intervals.f1[.running])
        let running = try #require(report.weighted[.running].f1)
        #expect(interval.lower <= running && running <= interval.upper && interval.upper - interval.lower > 0.1)
        #expect(report.smallCells.isEmpty && report.fewWindows == [.running: count])
        let note = try #require(report.notes.first { $0.hasPrefix("running: \(count) windows") })
        #expect(note.contains("too few to say") == isTooFew)
        #expect(report.text().contains("\(count), too few to say") == isTooFew)
        #expect(report.text().contains("Without running: macro-F1"))
        let few = try #require(try Self.object(report)["few_windows"] as? [[String: Any]])
        #expect(few.count == 1 && few[0]["activity"] as? String == "running" && few[0]["windows"] as? Int == count)
        #expect(few[0]["too_few_to_say"] as? Bool == isTooFew)
    }

    /// Enough windows in one data set: a smaller cell of another is listed, and there is nothing to add.
    @Test func smallCellsBesideLargeOnesAreSaid() {
        let more = Samples.rides([(dataSet: 1, fold: 0, truth: .running, count: 20)])
        let report = EvaluationReport(windows: Self.windows(running: 60) + more, dataSets: ["a", "b"])
        #expect(report.fewWindows.isEmpty && report.macroF1WithoutFew == nil)
        #expect(report.smallCells.map(\.windows) == [20])
        #expect(report.notes.contains { $0.contains("20 windows in 1 cell,") })
    }

    @Test func anActivityWithoutWindowsIsNamed() {
        let report = EvaluationReport(windows: Self.windows(running: 0), dataSets: ["a", "b"])
        #expect(report.notes == ["No window of running: macro-F1 is the mean over 4 activities."])
        #expect(EvaluationReport(windows: [], dataSets: []).notes[0].hasPrefix("No window of a known activity"))
    }

    private static func exposure(trainedOn names: [String]) -> TrainingExposure {
        let sets = names.map { Provenance.DataSet(name: $0, users: 1, recordings: 1, hours: [:]) }
        let model = ActivityModel(
            name: "m-1", schema: .motion, cases: [], smoothing: SmoothingParameters(stay: 0.98),
            provenance: Provenance(date: "", command: "", dataSets: sets, windows: 1))
        let rides = ["a", "a", "b"].map { ManifestRow(recording: "r", label: .activity(.walking), dataSet: $0) }
        return TrainingExposure(model, rides: rides, windows: [10, 20, 70])
    }

    private static func report(_ exposure: TrainingExposure) -> EvaluationReport {
        EvaluationReport(
            windows: Samples.rides([(0, 0, .walking, 30), (1, 0, .walking, 70)]), dataSets: ["a", "b"],
            exposure: exposure)
    }

    @Test(arguments: [
        (["a", "b", "c"], "Not held out: the model m-1 was trained on all 2 data sets", ["a", "b"], 100),
        (
            ["a"],
            "Not held out: the model m-1 was trained on 1 of these 2 data sets (a), which have 30 of 100 windows",
            ["a"], 30
        ),
        (["c"], "The model m-1 was not trained on a data set of these names", [], 0),
        ([], "The file of the model m-1 does not say what it was trained on", [], 0),
    ]) func aModelIsSaidToKnowItsTrainingData(_ trained: [String], _ start: String, _ seen: [String], _ windows: Int)
        throws
    {
        let report = Self.report(Self.exposure(trainedOn: trained))
        let note = try #require(report.notes.first { $0.contains("m-1") })
        #expect(note.hasPrefix(start), "\(note)")
        #expect(note.contains("the figures are too good") == (trained != ["c"]))
        #expect(report.exposure?.isHeldOut == false)
        // Held out is written to deny it, and not otherwise.
        #expect(!report.text().replacing("Not held out", with: "").lowercased().contains("held out"))
        #expect(!report.text().contains("held-out"))
        let training = try #require(try Self.object(report)["training"] as? [String: Any])
        #expect(training["held_out"] is NSNull && training["model"] as? String == "m-1")
        #expect(training["data_sets"] as? [String] == seen && training["windows"] as? Int == windows)
        #expect(training["is_stated"] as? Bool == !trained.isEmpty)
        #expect(try Self.object(report)["notes"] as? [String] == report.notes)
    }

    private static func ride(_ dataSet: String, _ user: String?) -> ManifestRow {
        ManifestRow(recording: "r-\(dataSet)", label: .activity(.walking), dataSet: dataSet, user: user)
    }

    private static func exposure(_ rides: [ManifestRow], by grouping: FoldGrouping) throws -> TrainingExposure {
        TrainingExposure(try FoldPlan(rides: rides.map { FoldRide($0, hours: 1) }, by: grouping), rides: rides)
    }

    @Test func peopleInSeveralFoldsAreNamed() throws {
        let shared = [Self.ride("a", "anna"), Self.ride("b", "anna"), Self.ride("c", "bert")]
        let exposure = try Self.exposure(shared, by: .dataSet)
        #expect(exposure == .heldOut(.dataSet, people: ["anna"], nameless: 0))
        let notes = Self.report(exposure).notes
        #expect(notes.contains { $0.hasPrefix("Held out: each data set") })
        #expect(notes.contains { $0.hasPrefix("Not held out: a person") && $0.contains("(anna)") })
        let apart = try Self.exposure(
            [Self.ride("a", "anna"), Self.ride("b", "carl"), Self.ride("c", "bert")], by: .dataSet)
        #expect(!Self.report(apart).notes.contains { $0.hasPrefix("Not held out") })
        let training = try #require(try Self.object(Self.report(exposure))["training"] as? [String: Any])
        #expect(training["held_out"] as? String == "dataset" && training["people_in_training"] as? [String] == ["anna"])
    }

    /// Rides without a person may be one person's; that matters where people are held out.
    @Test func ridesWithoutAPersonAreCounted() throws {
        let rides = [Self.ride("a", nil), Self.ride("b", nil), Self.ride("c", "bert")]
        let notes = Self.report(try Self.exposure(rides, by: .user)).notes
        #expect(notes.contains { $0.hasPrefix("2 rides have no user") })
        #expect(!Self.report(try Self.exposure(rides, by: .dataSet)).notes.contains { $0.contains("no person") })
    }

    /// A model that is judged on its own answers has figures that are too good.
    @Test func labelsOfAModelAreTold() {
        var rides = [Self.ride("a", "anna"), Self.ride("b", "bert")]
        func notes() -> [String] { EvaluationReport(windows: [], dataSets: ["a"], rides: rides).notes }
        #expect(!notes().contains { $0.hasPrefix("A model labelled") })
        rides[1].extra[ManifestRow.labeller] = ManifestRow.model
        #expect(notes().contains { $0.hasPrefix("A model labelled 1 of 2 rides.") })
    }

    @Test func whatWasLeftOutComesFirst() throws {
        var leftOut = LeftOutTime()
        leftOut.unlabelledRows = 3
        leftOut.unlabelledHours = 1.25
        leftOut.withoutWindows = ["short.csv"]
        leftOut.outsideHours = 0.5
        let report = EvaluationReport(
            windows: Self.windows(running: 2), dataSets: ["a", "b"],
            skipped: [.init(recording: "x", problem: "no samples")],
            leftOut: leftOut, exposure: Self.exposure(trainedOn: ["a"]))
        let starts = [
            "Left out: 1 of 1 ride", "Skipped 3 rows (1.25 h) without a label", "Left out: 0.50 h",
            "Left out: 1 ride without",
            "running",
        ]
        #expect(report.notes.count > starts.count)
        for (note, start) in zip(report.notes, starts) { #expect(note.hasPrefix(start), "\(note)") }
        let text = report.text()
        let figures = try #require(text.range(of: "Single windows"))
        let last = try #require(text.range(of: "Not held out"))
        #expect(text.hasPrefix("Left out: 1 of 1 ride") && last.lowerBound < figures.lowerBound)
        #expect(text.contains("\n  x: no samples\n"))
    }

    /// Whatever the names, no line is wider than it may be, and no name reaches the terminal as a command to it.
    @Test func textKeepsToItsWidth() throws {
        var generator = SeededGenerator(seed: 8)
        let letters = Array("abc/-_ é日\u{1b}\n")
        for _ in 0..<Rounds.count(80) {
            func name() -> String {
                String(
                    (0..<Int.random(in: 1...120, using: &generator)).compactMap { _ in
                        letters.randomElement(using: &generator)
                    })
            }
            let names = (0..<3).map { _ in name() }
            let windows = Samples.rides(
                (0..<15).map { (dataSet: $0 % 3, fold: $0 % 3, truth: Activity.allCases[$0 % 5], count: 30 + 4 * $0) })
            let rides = (0..<15).map { number in
                var row = ManifestRow(
                    recording: name(), label: .activity(Activity.allCases[number % 5]), dataSet: names[number % 3])
                row.mode = name()
                return row
            }
            let plan = try FoldPlan(rides: rides.map { FoldRide($0, hours: 0.5) }, by: .dataSet)
            let report = EvaluationReport(
                windows: windows, dataSets: names, rides: rides, plan: plan, randomSplitMacroF1: 0.99,
                skipped: [.init(recording: name(), problem: name())], exposure: TrainingExposure(plan, rides: rides))
            for width in [80, 100, 200] {
                let text = report.text(width: width)
                for line in text.split(separator: "\n") { #expect(TextWidth.columns(of: line) <= width, "\(line)") }
                #expect(!text.contains("\u{1b}"))
            }
        }
    }
}
