// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

/// Logs with faults that are repaired, and logs that the model cannot serve: both are done, with status 0.
@Suite struct RepairedLogTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func classify(_ log: SyntheticLog) throws -> (stream: DecodedStream, errors: [String]) {
        let path = try folder.write(log.text, to: "log.csv")
        let result = try Command.run(["classify", path, "--format", "ndjson"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let streams = try DecodedStream.all(in: result.output)
        #expect(streams.count == 1 && streams[0].isComplete)
        return (streams[0], result.errorLines)
    }

    private func count(_ kind: String, in stream: DecodedStream) -> Int {
        stream.footer?.repaired.first { $0.kind == kind }?.count ?? 0
    }

    @Test func clockThatRunsBackwards() throws {
        var log = SyntheticLog(seconds: 30)
        log.append(.still, seconds: 30, start: 10)
        let (stream, errors) = try classify(log)
        #expect(count("clock-reset", in: stream) == 1)
        #expect(errors.isEmpty)
        // Sixty seconds of rows are sixty seconds of log.
        #expect(abs((stream.footer?.end ?? .zero).inSeconds - 60) < 1)
    }

    @Test func rowsOutOfOrder() throws {
        var log = SyntheticLog(seconds: 30)
        for index in stride(from: 100, to: 1400, by: 100) { log.rows.swapAt(index, index + 1) }
        #expect(try count("out-of-order", in: classify(log).stream) == 13)
    }

    @Test func rowsOfUnevenLength() throws {
        var log = SyntheticLog(seconds: 30)
        for index in stride(from: 100, to: 1400, by: 100) {
            log.rows[index] = String(log.rows[index].prefix(9))
        }
        for index in stride(from: 150, to: 1400, by: 100) { log.rows[index] += ",1,2,3" }
        let (stream, _) = try classify(log)
        #expect((stream.footer?.repaired.map(\.count).reduce(0, +) ?? 0) >= 13)
        #expect(stream.reports.last?.activity.flags == ActivityFlags.stationary)
    }

    @Test func valuesThatAreNoNumbers() throws {
        var log = SyntheticLog(seconds: 30)
        log.rows[500] = "10.0,nan,inf,1e999"
        log.rows[600] = "12.0,,,"
        log.rows[700] = "14.0,1e308,-1e308,1e308"
        let (stream, _) = try classify(log)
        #expect(count("not-a-number", in: stream) >= 2)
        for report in stream.reports {
            let probabilities = try #require(report.probabilities)
            #expect(ActivityClass.allCases.allSatisfy { probabilities[$0].isFinite })
        }
    }

    @Test func timesAtTheEdgeOfTheirRange() throws {
        for time in [
            "9223372036.854775807", "-9223372036.854775808", "1e18", "-1e300", "9223372036854775807",
        ] {
            var log = SyntheticLog(seconds: 12)
            log.rows[300] = time + ",0,0,9.81"
            log.rows.append(time + ",0,0,9.81")
            let path = try folder.write(log.text, to: "log.csv")
            for subcommand in ["classify", "inspect", "manifest"] {
                let result = try Command.run([subcommand, path], in: folder)
                #expect(
                    result.status == 0 || result.status == 3, "\(time): \(result.status) \(result.errors)")
                #expect(result.peakMemory < 1 << 30)
            }
        }
    }

    @Test func gapIsUnknownAfterTheHoldTime() throws {
        var log = SyntheticLog(seconds: 30)
        log.append(.still, seconds: 30, start: 90)
        let (stream, _) = try classify(log)
        #expect(count("gap", in: stream) == 1)
        #expect(stream.reports.contains { $0.reason == "gap" && $0.activity.flags == .unknown })
        #expect(stream.reports.last?.activity.flags == ActivityFlags.stationary)
    }

    @Test func rateTooLow() throws {
        let (stream, errors) = try classify(SyntheticLog(seconds: 120, rate: 2))
        #expect(!stream.reports.isEmpty)
        #expect(stream.reports.allSatisfy { $0.activity.flags == .unknown && $0.reason == "rate-too-low" })
        #expect(errors.count == 1 && errors[0].contains("unknown throughout") && errors[0].contains("9 or more"))
        #expect(errors[0].contains("raise the sampling rate in the logger's settings"))
    }

    @Test func linearAccelerationOnly() throws {
        var log = SyntheticLog(seconds: 60)
        log.header = "t_s,linear x (m/s^2),linear y (m/s^2),linear z (m/s^2)"
        let (stream, errors) = try classify(log)
        #expect(!stream.reports.isEmpty)
        #expect(stream.reports.allSatisfy { $0.reason == nil })
        #expect(errors.isEmpty)
    }

    @Test func shorterThanAWindow() throws {
        let (stream, errors) = try classify(SyntheticLog(seconds: 3))
        #expect(stream.reports.map(\.reason) == ["too-short"])
        #expect(errors.count == 1)
    }

    @Test func oneRow() throws {
        let (stream, _) = try classify(SyntheticLog(seconds: 0.02))
        #expect(stream.reports.map(\.reason) == ["too-short"])
        #expect(stream.footer?.end == .zero)
    }
}
