import ActivityStream
import MotionTypes
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
        let result = try Command.run(["classify", "--format", format] + arguments, in: folder)
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
        let result = try Command.run(["classify", log, "--format", "ndjson"], in: folder)
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

    @Test func csvOfSeveralBeginsWithTheSource() throws {
        let result = try Command.run(["classify", still, mixed, "--format", "csv"], in: folder)
        let lines = result.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("source,") == true)
        #expect(lines.filter { $0 == lines.first }.count == 1, "one header for all streams")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(still + ",") || $0.hasPrefix(mixed + ",") })
    }

    @Test func tableOfSeveralNamesEach() throws {
        let result = try Command.run(["classify", still, mixed], in: folder)
        #expect(result.text.hasPrefix(still + "\n"))
        #expect(result.text.contains("\n" + mixed + "\n"))
    }

    @Test func outputFolderHoldsAFileEach() throws {
        let twin = try folder.write(SyntheticLog(seconds: 10).text, to: "other/still.csv")
        let output = folder.path("made/streams")
        let arguments = ["classify", still, mixed, twin, "--format", "ndjson", "--output", output]
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        let names = try folder.names(in: "made/streams")
        #expect(names == ["mixed.ndjson", "other-still.ndjson", "still.ndjson"])
        for (name, log) in [("still", still), ("mixed", mixed), ("other-still", twin)] {
            #expect(try DecodedStream.all(in: folder.read("made/streams/\(name).ndjson")) == streams(log))
        }
    }

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
