// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// SensorLog's own ways: an offset behind a blank, tables without their header row, and the phone's reports.
@Suite struct SensorLogTests {
    private static let reports = [
        SensorLogText.Report(2, "stationary"), .init(6, "walking", 0), .init(8, "walking", 1), .init(9, "walking", 1),
    ]

    private static func reader(_ log: SensorLogText) throws -> RecordingReader {
        var options = LogOptions()
        options.readsPhoneActivity = true
        return try RecordingReader(bytes: Array(log.text.utf8), name: "log.csv", options: options)
    }

    /// The clock is that of the zone, whether or not a blank stands before the offset.
    @Test(arguments: [" -0700", "-07:00", " -07:00"]) func offsetsAreRead(zone: String) throws {
        for hasHeader in [true, false] {
            var log = SensorLogText(seconds: 4)
            (log.zone, log.hasHeader) = (zone, hasHeader)
            let header = try Self.reader(log).header
            #expect(header.origin == Timestamp(iso8601: "2026-05-01T15:00:00Z"), "\(header.guesses)")
            #expect(!header.guesses.contains { $0.contains("zone") })
        }
    }

    /// Without its header row a table gives the same samples, fixes and reports, whatever separates its columns.
    @Test(arguments: [",", ";", "|"], [false, true])
    func theHeaderMayBeMissing(separator: String, hasPedometer: Bool) throws {
        var log = SensorLogText(seconds: 12, reports: Self.reports)
        (log.separator, log.hasPedometer, log.walksFrom) = (separator, hasPedometer, 5)
        #expect(log.names.count == (hasPedometer ? 63 : 57))
        let whole = try Self.reader(log)
        log.hasHeader = false
        let bare = try Self.reader(log)
        #expect(bare.header.logger == .sensorLog && bare.header.sensors == whole.header.sensors)
        let guess = "there is no header: assuming the \(log.names.count) columns"
        #expect(bare.header.guesses.contains { $0.contains(guess) })
        #expect(bare.phoneActivities == whole.phoneActivities && bare.phoneSteps == whole.phoneSteps)
        let (first, second) = (try Recording(whole), try Recording(bare))
        #expect(first.contents == second.contents && first[.acceleration].count == 600)
        #expect(first[.pressure].values.first?.x == 1013)
    }

    /// A row of 57 numbers that do not fit the columns is not one of SensorLog.
    @Test func otherTablesWithoutAHeaderAreLeftAlone() {
        let row = (["2026-05-01 08:00:00.000"] + (1..<57).map { "\($0).5" }).joined(separator: ",")
        #expect(TableFormat.sensorLog(Array(row.utf8)) == nil)
        var log = SensorLogText(seconds: 1)
        log.hasHeader = false
        let line = log.text.split(separator: "\n")[0]
        #expect(TableFormat.sensorLog(Array(line.utf8))?.names.count == 57)
        // The clocks of the sensors are those of one moment, and gravity has the length 1.
        for (text, other) in [(",5000.0,0.1,0.2,0.3,", ",9000.0,0.1,0.2,0.3,"), (",0,0,-1,10,", ",0,0,-2,10,")] {
            let changed = line.replacing(text, with: other)
            #expect(changed != line && TableFormat.sensorLog(Array(changed.utf8)) == nil, "\(other)")
        }
    }

    /// Each report comes once, from the row that has it first, with its confidence and its own time; what stands in
    /// the rows before the first is not a report.
    @Test func reportsAreRead() throws {
        let reader = try Self.reader(SensorLogText(seconds: 12, reports: Self.reports))
        #expect(
            reader.phoneActivities == [
                PhoneActivity(elapsed: .seconds(2), word: "stationary", confidence: .high, start: .milliseconds(1900)),
                PhoneActivity(elapsed: .seconds(6), word: "walking", confidence: .low, start: .milliseconds(5900)),
                PhoneActivity(elapsed: .seconds(8), word: "walking", confidence: .medium, start: .milliseconds(7900)),
                PhoneActivity(elapsed: .seconds(9), word: "walking", confidence: .medium, start: .milliseconds(8900)),
            ])
        #expect(reader.phoneSteps == nil)
    }

    /// A row without a time that can be read takes no report away: the next row has it still.
    @Test func aBrokenRowLosesNoReport() throws {
        let log = SensorLogText(seconds: 12, reports: Self.reports)
        var lines = log.text.split(separator: "\n").map(String.init)
        // The header, and six seconds of 50 rows.
        let broken = 1 + 6 * 50
        let time = log.names.firstIndex(of: "accelerometerTimestamp_sinceReboot(s)") ?? 0
        var cells = lines[broken].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        cells[time] = "?"
        lines[broken] = cells.joined(separator: ",")
        var options = LogOptions()
        options.readsPhoneActivity = true
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        let reader = try RecordingReader(bytes: bytes, name: "log.csv", options: options)
        #expect(reader.phoneActivities.map(\.word) == ["stationary", "walking", "walking", "walking"])
        #expect(reader.phoneActivities[1].elapsed == .milliseconds(6020))
    }

    /// Some versions write a number for the activity.
    @Test func numbersAreActivities() throws {
        let codes = ["1", "2", "3", "4", "5", "6", "7"]
        let reports = codes.enumerated().map { SensorLogText.Report(Double($0.offset), $0.element) }
        for hasHeader in [true, false] {
            var log = SensorLogText(seconds: 8, reports: reports)
            log.hasHeader = hasHeader
            #expect(
                try Self.reader(log).phoneActivities.map(\.word)
                    == ["unknown", "stationary", "walking", "running", "cycling", "automotive"])
        }
    }

    @Test func stepsOfThePhoneAreCountedFromTheFirstRow() throws {
        var log = SensorLogText(seconds: 20, reports: Self.reports)
        (log.hasPedometer, log.walksFrom) = (true, 10)
        #expect(try Self.reader(log).phoneSteps == 19)
    }
}
