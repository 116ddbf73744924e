// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// `gaitway classify` on logs that are as they should be.
@Suite struct ClassifyTests {
    let folder: TemporaryFolder
    let still: String
    let mixed: String

    init() throws {
        folder = try TemporaryFolder()
        still = try folder.write(SyntheticLog(seconds: 30).text, to: "still.csv")
        var log = SyntheticLog(seconds: 20, start: 1_750_000_000)
        log.append(.bouncing, seconds: 30, start: 1_750_000_020)
        mixed = try folder.write(log.text, to: "mixed.csv")
    }

    private func streams(_ arguments: String..., format: String = "ndjson") throws -> [DecodedStream] {
        // Windows are every change, too, and more.
        let all = format == "csv" ? ["--header"] + (arguments.contains("--every-window") ? [] : ["--all"]) : []
        let result = try Command.run(["classify", "--format", format] + all + arguments, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return try DecodedStream.all(in: result.output, encoding: format == "csv" ? .csv : .ndjson)
    }

    @Test(arguments: ["ndjson", "csv"])
    func streamIsComplete(format: String) throws {
        let streams = try streams(still, format: format)
        let stream = try #require(streams.first)
        #expect(streams.count == 1)
        #expect(stream.isComplete)
        #expect(stream.header.source == still)
        #expect(!stream.header.model.isEmpty)
        #expect(stream.footer?.end == .milliseconds(29_980))
        #expect(stream.footer?.windows == 10)
        #expect(stream.footer?.repaired == [])
        #expect(stream.reports.last?.activity.flags == ActivityFlags.stationary)
    }

    @Test func bothEncodingsHoldTheSame() throws {
        #expect(try streams(mixed, "--every-window") == streams(mixed, "--every-window", format: "csv"))
    }

    @Test func optionsMayStandBetweenLogs() throws {
        let before = try Command.run(["classify", "--format", "csv", still, still], in: folder)
        let between = try Command.run(["classify", still, "--format", "csv", still], in: folder)
        #expect(before.status == 0)
        #expect(before.output == between.output)
    }

    @Test func originGivesStarts() throws {
        let result = try Command.run(["classify", mixed, "--format", "ndjson"], in: folder)
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        #expect(stream.header.origin?.iso8601 == "2025-06-15T15:06:40.000Z")
        #expect(result.text.contains("\"origin\":\"2025-06-15T15:06:40.000Z\""))
        for report in stream.reports {
            let origin = try #require(stream.header.origin)
            #expect(report.activity.start == origin + report.activity.elapsed)
        }
    }

    @Test func noOriginGivesNoStarts() throws {
        let stream = try #require(try streams(still, "--every-window").first)
        #expect(stream.header.origin == nil)
        #expect(stream.reports.allSatisfy { $0.activity.start == nil })
    }

    @Test func tableNamesActivityAndEnd() throws {
        let result = try Command.run(["classify", still], in: folder)
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n")
        #expect(lines.first?.contains("activity") == true)
        #expect(lines.contains { $0.contains("0:00:00") && $0.contains("stationary") })
        #expect(lines.contains { $0.contains("0:00:29") && $0.hasSuffix("end") })
        #expect(!result.text.contains("still.csv"), "one log needs no name over its table")
    }

    @Test(arguments: ["none", "causal", "lag", "viterbi"])
    func everyWindowIsReportedOnce(smoothing: String) throws {
        let stream = try #require(try streams(mixed, "--every-window", "--smoothing", smoothing).first)
        #expect(stream.reports.count == stream.footer?.windows)
        let hop = Duration.milliseconds(2560)
        for (index, report) in stream.reports.enumerated() {
            let window = try #require(report.window)
            #expect(window == hop * index..<hop * (index + 2))
            #expect(report.delivered >= window.upperBound)
            let probabilities = try #require(report.probabilities)
            let sum = ActivityClass.allCases.map { probabilities[$0] }.reduce(0, +)
            #expect(abs(sum - 1) < 4e-4)
            #expect((report.smoothed == nil) == (smoothing == "none"))
        }
        expectOrder(stream)
    }

    @Test(arguments: ["none", "causal", "lag", "viterbi"])
    func changesAreWhatEveryWindowShows(smoothing: String) throws {
        let changes = try #require(try streams(mixed, "--smoothing", smoothing).first)
        let windows = try #require(try streams(mixed, "--smoothing", smoothing, "--every-window").first)
        expectOrder(changes)
        func states(_ stream: DecodedStream) -> [MotionActivity] {
            stream.reports.map(\.activity).reduce(into: []) { states, activity in
                let isSame =
                    states.last.map { $0.flags == activity.flags && $0.confidence == activity.confidence }
                    ?? false
                if !isSame { states.append(activity) }
            }
        }
        #expect(states(changes) == states(windows))
        #expect(changes.reports.count == states(changes).count, "a line without a change")
    }

    /// At rest, and at a rate that gives no estimate whatever the model: there nothing ever changes.
    @Test(arguments: [50, 2] as [Double])
    func silenceIsNeverLongerThanAMinute(rate: Double) throws {
        let log = try folder.write(SyntheticLog(seconds: 400, rate: rate).text, to: "long.csv")
        let result = try Command.run(["classify", log, "--format", "ndjson", "--live"], in: folder)
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        expectOrder(stream)
        if rate < 19 {
            #expect(stream.reports.map(\.isRepeat) == [false] + [Bool](repeating: true, count: 6))
        }
        let end = try #require(stream.footer?.end)
        let deliveries = stream.reports.map(\.delivered) + [end]
        for (earlier, later) in zip(deliveries, deliveries.dropFirst()) {
            #expect(later - earlier <= .seconds(60))
        }
    }

    @Test func severalLogsComeOneAfterTheOther() throws {
        let both = try streams(still, mixed)
        let each = try streams(still) + streams(mixed)
        #expect(both == each)
        #expect(try streams(still, mixed, format: "csv") == both)
    }

    /// A table of rows alone, of one log or several: each has as many cells as the first, and no line is a comment.
    @Test func csvIsRowsAlone() throws {
        for logs in [[still], [mixed], [still, mixed]] {
            let result = try Command.run(["classify", "--format", "csv", "--all"] + logs, in: folder)
            #expect(result.status == 0)
            let rows = result.text.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            #expect(rows[0].prefix(5) == ["source", "elapsed", "start", "delivered", "activity"])
            #expect(rows.allSatisfy { $0.count == rows[0].count })
            #expect(rows.dropFirst().allSatisfy { ["true", "false"].contains($0[5]) && logs.contains(String($0[0])) })
            let known = try DecodedStream.all(in: result.output)
            let separate = try logs.flatMap { try streams($0) }
            #expect(known.map(\.header.source) == logs && known.map(\.reports) == separate.map(\.reports))
        }
        let refused = try Command.run(["classify", still, "--format", "ndjson", "--header"], in: folder)
        #expect(refused.status == 2 && refused.errors.contains("--header is for CSV"))
    }

    @Test func csvOfSeveralBeginsWithTheSource() throws {
        let result = try Command.run(["classify", still, mixed, "--format", "csv"], in: folder)
        let lines = result.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("source,") == true)
        #expect(lines.filter { $0 == lines.first }.count == 1, "one header for all streams")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(still + ",") || $0.hasPrefix(mixed + ",") })
    }

    /// A row a log, and what they share once.
    @Test func tableOfSeveralHasARowForEach() throws {
        let result = try Command.run(["classify", still, mixed], in: folder)
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n")
        #expect(lines[0].hasPrefix("2 logs in ") && result.text.count { $0 == "%" } >= 4)
        #expect(lines.count { $0.hasPrefix("still.csv  0:00:29  stationary ") && $0.contains("100 %") } == 1)
        #expect(lines.count { $0.hasPrefix("mixed.csv ") && $0.contains("0:00:49") } == 1)
        #expect(lines.count { $0.hasPrefix("Smoothed over the whole log (viterbi).") } == 1)
        // The rides of the table are those that --each shows.
        for option in ["--each", "--all", "--every-window"] {
            let each = try Command.run(["classify", still, mixed, option], in: folder)
            #expect(each.text.hasPrefix(still + "\n") && each.text.contains("\n" + mixed + "\n"), "\(option)")
        }
        let refused = try Command.run(["classify", still, mixed, "--each", "--format", "csv"], in: folder)
        #expect(refused.status == 2 && refused.errors.contains("--each is for the table"))
    }

    /// Order, notes and a part of a log do not depend on how many logs are read at once.
    @Test func anOverviewIsTheSameHoweverManyAreReadAtOnce() throws {
        var cut = SyntheticLog(.bouncing, seconds: 60)
        cut.rows.append("60.0," + String(repeating: "1", count: 3 << 20))
        let logs = [
            try folder.write(SyntheticLog(seconds: 60, rate: 2).text, to: "rides/slow.csv"), still,
            try folder.write(cut.text, to: "rides/cut.csv"), folder.path("missing.csv"), mixed,
        ]
        let one = try Command.run(["classify", "--jobs", "1"] + logs, in: folder)
        #expect(one.status == 3)
        #expect(one.text.contains("rate-too-low") && one.text.contains("read in part"))
        #expect(one.text.contains("4 logs in ") && one.text.contains("rides/slow.csv"))
        for jobs in ["2", "5"] {
            let several = try Command.run(["classify", "--jobs", jobs] + logs, in: folder)
            #expect(several.output == one.output && several.errors == one.errors)
        }
    }

    @Test func tableOfSeveralNamesEach() throws {
        let result = try Command.run(["classify", still, mixed, "--each"], in: folder)
        #expect(result.text.hasPrefix(still + "\n"))
        #expect(result.text.contains("\n" + mixed + "\n"))
    }

    @Test func outputFolderHoldsAFileEach() throws {
        let twin = try folder.write(SyntheticLog(seconds: 10).text, to: "other/still.csv")
        let output = folder.path("made/streams")
        let arguments = ["classify", still, mixed, twin, "--format", "ndjson", "--output-dir", output]
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        let names = try folder.names(in: "made/streams")
        #expect(names == ["mixed.ndjson", "other-still.ndjson", "still.ndjson"])
        for (name, log) in [("still", still), ("mixed", mixed), ("other-still", twin)] {
            #expect(try DecodedStream.all(in: folder.read("made/streams/\(name).ndjson")) == streams(log))
        }
    }

    /// The model takes the synthetic clips for what they are made of.
    @Test func theSamplesAreAnsweredRight() throws {
        let clips = ["ann", "ben", "cleo", "dan"].flatMap { person in
            ["stationary", "walking", "running", "cycling", "automotive"].map {
                (name: person + "-" + $0, activity: $0)
            }
        }
        let paths = clips.map { Self.datasets + "/labelled/\($0.name).csv" }
        let result = try Command.run(["classify"] + paths, in: folder)
        #expect(result.status == 0)
        for clip in clips {
            let row = result.text.split(separator: "\n").first { $0.hasPrefix(clip.name + ".csv ") }
            let words = row?.split(separator: " ") ?? []
            #expect(words.count > 2 && words[2] == clip.activity, "\(row ?? "no row")")
        }
    }

    /// Both tables of this log have no header: a note says which it is of.
    @Test func aNoteComesOnce() throws {
        for logs in [["/walk"], ["/walk", "/run"]] {
            let result = try Command.run(["classify", "--notes"] + logs.map { Self.datasets + $0 }, in: folder)
            let lines = result.errorLines
            #expect(Set(lines).count == lines.count && lines.count { $0.contains("assuming time") } == 1, "\(lines)")
            #expect(lines.count { $0.contains("Gyroscope.txt: there is no header") } == 1)
            #expect(!lines.contains { $0.contains("walk, ") && $0.contains("walk: ") })
        }
    }

    private static let datasets = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Datasets").path

    @Test func badLogAmongGoodOnes() throws {
        let bad = try folder.write("time,ax,ay,az\n", to: "bad.csv")
        let result = try Command.run(["classify", still, bad, mixed, "--format", "ndjson"], in: folder)
        #expect(result.status == 3)
        let all = try DecodedStream.all(in: result.output)
        #expect(all.map(\.header.source) == [still, mixed])
        #expect(all.map(\.isComplete) == [true, true])
        #expect(result.errorLines.filter { $0.contains(bad) }.count == 1)
    }

    @Test(arguments: ["table", "ndjson", "csv"])
    func outputDoesNotDependOnHowManyLogsAreReadAtOnce(format: String) throws {
        let bad = try folder.write("time,ax,ay,az\n", to: "bad.csv")
        let long = try folder.write(SyntheticLog(seconds: 300).text, to: "long.csv")
        let logs = [bad, long, still, folder.path("missing.csv"), mixed, long, still, bad]
        func result(jobs: String) throws -> CommandResult {
            let options = ["--format", format, "--every-window", "--jobs", jobs]
            return try Command.run(["classify"] + logs + options, in: folder)
        }
        let one = try result(jobs: "1")
        for jobs in ["2", "3", "20"] {
            let several = try result(jobs: jobs)
            #expect(several.output == one.output)
            #expect(several.errors == one.errors)
            #expect(several.status == one.status)
        }
        #expect(one.status == 3)
    }

    /// `elapsed` is never moved back, and nothing is delivered before what came before it.
    private func expectOrder(_ stream: DecodedStream) {
        for (earlier, later) in zip(stream.reports, stream.reports.dropFirst()) {
            #expect(earlier.activity.elapsed <= later.activity.elapsed)
            #expect(earlier.delivered <= later.delivered)
        }
        for report in stream.reports { #expect(report.activity.elapsed <= report.delivered) }
    }
}
