// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import Testing

/// `gaitway classify --format csv`: a row for each stretch, and who reads it.
@Suite struct StretchTableTests {
    let folder: TemporaryFolder
    let mixed: String

    init() throws {
        folder = try TemporaryFolder()
        var log = SyntheticLog(seconds: 60, start: 1_750_000_000)
        log.append(.spinning, seconds: 60, start: 1_750_000_060)
        mixed = try folder.write(log.text, to: "mixed.csv")
    }

    private func classify(_ arguments: String...) throws -> CommandResult {
        try Command.run(["classify"] + arguments, in: folder)
    }

    private func rows(_ text: String) -> [[String: String]] {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    @Test func theRowsAreThoseOfTheTable() throws {
        let result = try classify(mixed, "--format", "csv")
        #expect(result.status == 0, "\(result.errors)")
        let header = "source,start,end,elapsed,elapsed_end,duration,activity,stationary,walking,running,automotive,"
        #expect(result.text.hasPrefix(header + "cycling,unknown,confidence,probability,steps,at_rest,reason\n"))
        let rows = rows(result.text)
        let shown = try classify(mixed, "--time-zone", "UTC").text
        let table = shown.split(separator: "\n").prefix { !$0.hasSuffix("end") }
        #expect(rows.count == table.count - 1 && rows.count >= 2, "\(table)")
        for (row, line) in zip(rows, table.dropFirst()) {
            let (activity, confidence) = (try #require(row["activity"]), try #require(row["confidence"]))
            let reason = try #require(row["reason"])
            #expect(line.contains(activity) && line.contains(reason.isEmpty ? confidence : reason), "\(line)")
            let (start, end) = (try #require(row["start"]), try #require(row["end"]))
            #expect(line.contains(start.dropFirst(11).prefix(8)), "\(line)")
            let elapsed = try #require(Double(row["elapsed"] ?? ""))
            let last = try #require(Double(row["elapsed_end"] ?? ""))
            let duration = try #require(Double(row["duration"] ?? ""))
            #expect(abs(last - elapsed - duration) < 0.0011)
            let moments = try (#require(Timestamp(iso8601: start)), #require(Timestamp(iso8601: end)))
            #expect(abs((moments.1 - moments.0).inSeconds - duration) < 0.0021)
            let flags = ["stationary", "walking", "running", "automotive", "cycling", "unknown"].filter {
                row[$0] == "true"
            }
            #expect(flags == (row["activity"] == "none" ? [] : [row["activity"]]))
        }
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0["end"] == $1["start"] })
    }

    @Test func withoutAClockMomentsAreEmpty() throws {
        let still = try folder.write(SyntheticLog(seconds: 30).text, to: "still.csv")
        let result = try classify(still, mixed, "--format", "csv")
        let rows = rows(result.text)
        #expect(rows.first?["start"] == "" && rows.first?["end"] == "" && rows.first?["elapsed"] == "0")
        #expect(Set(rows.compactMap { $0["source"] }) == [still, mixed])
        #expect(result.text.split(separator: "\n").count { $0.hasPrefix("source,") } == 1)
    }

    @Test func everyWindowHasItsMomentsAndTimes() throws {
        let result = try classify(mixed, "--format", "csv", "--every-window")
        let rows = rows(result.text)
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        #expect(rows.count == stream.reports.count && rows.count > 40)
        let origin = try #require(stream.header.origin)
        for (row, report) in zip(rows, stream.reports) {
            let window = try #require(report.window)
            #expect(row["window_start"] == (origin + window.lowerBound).iso8601)
            #expect(row["window_end"] == (origin + window.upperBound).iso8601)
            #expect(Double(row["window.from"] ?? "") == window.lowerBound.inSeconds)
        }
        let changes = try classify(mixed, "--format", "csv", "--all")
        #expect(!changes.text.contains("window_start") && changes.text.contains(",delivered,"))
    }

    /// A stretch is a report that holds until its end.
    @Test func stretchesAreReadAsReports() throws {
        let result = try classify(mixed, "--format", "csv")
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        let rows = rows(result.text)
        #expect(stream.isComplete && stream.reports.count == rows.count)
        #expect(stream.header.smoothing == "viterbi" && stream.header.source == mixed)
        #expect(stream.header.origin?.iso8601 == rows[0]["start"])
        for (row, report) in zip(rows, stream.reports) {
            #expect(report.window?.lowerBound == report.activity.elapsed)
            #expect(report.window.map { $0.upperBound.inSeconds } == Double(row["elapsed_end"] ?? ""))
            #expect(Prediction(report.activity.flags).name == row["activity"])
        }
        let steps = rows.compactMap { Int($0["steps"] ?? "", in: 0...Int.max) }.reduce(0, +)
        #expect(stream.reports.last?.steps == steps)
    }

    @Test func aTimelineReadsStretchesAndAGateRefusesThem() throws {
        let line = """
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            "$GAITWAY" classify rides/commute --output stretches.csv
            "$GAITWAY" classify rides/commute --output stream.ndjson
            for stream in stretches.csv stream.ndjson; do
              "$GAITWAY" trips --track rides/commute --activities $stream --output $stream.geojson; echo $?
            done
            "$GAITWAY" simulate --track rides/commute --places places.geojson --activities stretches.csv; echo $?
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.text == "0\n0\n3\n", "\(result.errors)")
        #expect(result.errors.contains("this stream was written after the ride ended"))
        func activities(_ name: String) throws -> Set<String> {
            let map = try JSONSerialization.jsonObject(with: Data(try folder.read(name))) as? [String: Any]
            let features = try #require(map?["features"] as? [[String: Any]])
            return Set(features.compactMap { ($0["properties"] as? [String: Any])?["activity"] as? String })
        }
        #expect(try activities("stretches.csv.geojson") == activities("stream.ndjson.geojson"))
        #expect(try activities("stretches.csv.geojson").isSuperset(of: ["walking", "automotive"]))
    }

    @Test func theNameOfAFileSaysTheFormat() throws {
        let csv = try classify(mixed, "--format", "csv")
        #expect(try classify(mixed, "--output", folder.path("a.csv")).output.isEmpty)
        #expect(try folder.read("a.csv") == csv.output)
        #expect(try classify(mixed, "--output", folder.path("a.ndjson")).status == 0)
        #expect(try folder.read("a.ndjson") == classify(mixed, "--format", "ndjson").output)
        #expect(try classify(mixed, "--output", folder.path("a"), "--format", "csv").status == 0)
        #expect(try folder.read("a") == csv.output)
        #expect(try classify(mixed, "--output", "-", "--format", "csv").output == csv.output)
        #expect(try classify(mixed, "--output", folder.path("a.csv")).errors.contains("--force"))
        for (options, words) in [
            (["--output", "b.csv", "--format", "ndjson"], "contradicts"),
            (["--output", folder.root], "--output-dir"), (["--output", "new/"], "--output-dir"),
            (["--output", "b.csv", "--output-dir", "c"], "not both"), (["--format", "csv", "--header"], "--all"),
        ] {
            let result = try Command.run(["classify", mixed] + options, in: folder)
            #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
        }
        #expect(try !folder.names(in: ".").contains("b.csv"))
    }

    /// Logs before and after one that cannot be read are in the file, as they would have been printed.
    @Test func aFileHoldsWhatCouldBeRead() throws {
        let bad = try folder.write("time,ax,ay,az\n", to: "bad.csv")
        let printed = try classify(mixed, bad, mixed, "--format", "csv")
        let written = try classify(mixed, bad, mixed, "--output", folder.path("all.csv"))
        #expect(printed.status == 3 && written.status == 3 && written.output.isEmpty)
        #expect(try folder.read("all.csv") == printed.output && !printed.output.isEmpty)
        #expect(try classify(bad, "--output", folder.path("none.csv")).status == 3)
        #expect(try !folder.names(in: ".").contains("none.csv"))
    }
}
