// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("Location histories of apps")
struct HistoryTests {
    private static let start = Timestamp(iso8601: "2026-05-01T08:00:00Z")
    private static let dates: @Sendable (Int) -> String = { "\"\(HistorySamples.time($0))\"" }
    /// 1 May 2026, 8:00, since the start of 2001.
    private static let seconds: @Sendable (Int) -> String = { String(1_777_622_400 - 978_307_200 + $0 * 60) }

    private func track(_ text: String, _ format: TrackFormat? = nil) throws -> Track {
        try Track(decoding: Array(text.utf8), format: format, source: "log")
    }

    /// Only Google writes negative degrees as large numbers.
    @Test(arguments: ["502.5", "-429.5", "91"]) func aStayBeyondThePolesIsNone(degrees: String) throws {
        let damaged = HistorySamples.arc.replacing(
            "\"center\": {\"latitude\": 52.5,", with: "\"center\": {\"latitude\": \(degrees),")
        #expect(damaged != HistorySamples.arc)
        let (whole, rest) = (try track(HistorySamples.arc), try track(damaged))
        #expect(rest.repairs[.damaged] == 1)
        #expect(whole.visits.map(\.place) == ["a", "b"] && rest.visits.map(\.place) == ["b"])
    }

    @Test(
        "each is known by its content, and gives the walk, the stays and the activity",
        arguments: [
            (HistorySamples.semantic, TrackFormat.googleSemantic), (HistorySamples.android, .googleTimeline),
            (HistorySamples.phone, .googleTimeline), (HistorySamples.arc, .arc),
            (HistorySamples.locoKit(dates), .arc), (HistorySamples.locoKit(seconds), .arc),
        ])
    func day(_ text: String, _ format: TrackFormat) throws {
        let track = try track(text)
        #expect(track.format == format)
        #expect(track.origin == Self.start)
        // A fix each minute of the walk, and the ends of the stays.
        for minute in 10...20 {
            let fixes = track.fixes.filter { $0.elapsed == .seconds(minute * 60) }
            let fix = try #require(fixes.first, "minute \(minute)")
            #expect(abs(fix.latitude - (52.5 + Double(minute - 10) * 0.0008)) < 2e-7 && fix.longitude == 13.25)
        }
        #expect(track.visits.map(\.span.seconds) == [600, 1200])
        #expect(track.visits.map(\.place) == ["a", "b"])
        #expect(track.visits[0].name?.lowercased() == "home")
        let move = try #require(track.moves.first)
        #expect(track.moves.count == 1 && move.flags == .walking && move.span.seconds == 600)
        // Still, walking, still, and then nothing is known.
        #expect(track.reports.map(\.activity.flags) == [.stationary, .walking, .stationary, .unknown])
        #expect(track.reports.map(\.delivered) == [0, 600, 1200, 2400].map { .seconds($0) })
        #expect(track.repairs[.damaged] == nil && track.repairs[.cutShort] == nil)
    }

    @Test("Records.json: fixes with what the phone knew, and its activity reports; lists of radio stations pass by")
    func records() throws {
        let track = try track(HistorySamples.records)
        #expect(track.format == .googleRecords)
        #expect(track.fixes.map(\.elapsed) == (0...10).map { .seconds($0 * 60) })
        #expect(track.fixes.allSatisfy { $0.horizontalAccuracy == 12 && $0.longitude == 13.25 })
        #expect(track.reports.count == 11 && track.reports.allSatisfy { $0.activity.flags == .walking })
        #expect(track.reports.allSatisfy { $0.activity.confidence == .high })
        // The files of before 2022 have milliseconds as text, and the records of 2013 another key.
        let old =
            "{\"locations\":[{\"timestampMs\":\"1777622400000\",\"latitudeE7\":-335000000,\"longitudeE7\":4227967296,"
            + "\"activitys\":[{\"timestampMs\":\"1777622410000\",\"activities\":[{\"type\":\"inVehicle\","
            + "\"confidence\":60}]}]}]}"
        let other = try self.track(old)
        #expect(other.fixes.map(\.latitude) == [-33.5] && other.fixes.map(\.longitude) == [-6.7])
        #expect(other.reports.map(\.activity.flags) == [.automotive])
        #expect(other.reports.map(\.activity.confidence) == [.medium])
    }

    @Test("a raw signal ranks above what was derived at the same time, and that is counted")
    func rank() throws {
        let signal = HistorySamples.android.replacing(
            "\"timestamp\": \"\(HistorySamples.time(30, zone: "+02:00"))\"",
            with: "\"timestamp\": \"\(HistorySamples.time(15, zone: "+02:00"))\"")
        let track = try track(signal)
        // The points of minutes 13 to 17 give way to the fix of minute 15.
        let during = track.fixes.filter { (.seconds(13 * 60) ... .seconds(17 * 60)).contains($0.elapsed) }
        #expect(during.map(\.horizontalAccuracy) == [8])
        #expect(track.repairs[.derived] == 5)
    }

    @Test("one broken record costs itself alone, and is told with its place", arguments: [true, false])
    func broken(_ isIndented: Bool) throws {
        let separator = isIndented ? "},\n  {\n    " : "},{"
        let records = (0..<50).map { index in
            "\"latitudeE7\": \(525_000_000 + index), \"longitudeE7\": 132500000, \"source\": \"WIFI\","
                + "\"timestamp\": \"2026-05-01T08:\(index < 10 ? "0" : "")\(index):00Z\""
        }
        func file(_ change: (String) -> String) -> String {
            var changed = records
            changed[20] = change(changed[20])
            return "{\"locations\": [{" + (isIndented ? "\n    " : "") + changed.joined(separator: separator) + "}]}"
        }
        let whole = try track(file { $0 })
        #expect(whole.fixes.count == 50 && whole.repairs.isEmpty)
        let damages: [(String) -> String] = [
            { String($0.dropLast(40)) },  // The end is lost.
            { $0.replacing("\"WIFI\"", with: "\"WIFI") },  // A quotation mark is lost.
            { $0.replacing("\"source\"", with: "{\"source\"") },  // A bracket too many,
            { $0.replacing("\"source\": \"WIFI\"", with: "\"source\": \"WIFI\"}") },  // of either kind.
            { $0.replacing("\"source\"", with: "[\"source\"") },
            { $0.replacing("525000020", with: "5250000x20") },
            { $0.replacing("525000020", with: "955000020") },  // No place on earth.
            { _ in "\0\0\0" },
        ]
        for (number, damage) in damages.enumerated() {
            let track = try track(file(damage))
            let kept = Set(track.fixes.map(\.latitude))
            #expect(whole.fixes.indices.filter { !kept.contains(whole.fixes[$0].latitude) } == [20], "damage \(number)")
            #expect(track.repairs[.damaged] == 1, "damage \(number)")
            guard case .damaged(let fault)? = track.remarks.first else {
                Issue.record("damage \(number) is not told")
                continue
            }
            #expect(fault.source == nil || fault.source == "log")
            // Of an indented file the line tells where, of another the column.
            if isIndented {
                #expect((41...42).contains(fault.line ?? 0), "damage \(number): \(fault)")
            } else {
                let column = try #require(fault.column)
                let place = try #require(file(damage).utf8.count > column ? column : nil)
                let before = String(decoding: Array(file(damage).utf8)[..<place], as: UTF8.self)
                #expect((19...22).contains(before.split(separator: "},{").count), "damage \(number): \(fault)")
            }
        }
    }

    @Test("a whole file of broken records is an error")
    func allBroken() {
        #expect(throws: InputError.self) {
            try track("{\"locations\":[{\"latitudeE7\":1,\"timestampMs\":}]}", .googleRecords)
        }
        #expect(throws: InputError.self) { try track("{\"locations\":[]}", .googleRecords) }
        #expect(throws: InputError.self) { try track("[]", .googleTimeline) }
        #expect(throws: InputError.self) { try track("<HealthData/>", .appleHealth) }
    }

    @Test("of two phones the one with the most fixes serves; the other on days on which it was alone")
    func devices() throws {
        func record(_ day: Int, _ minute: Int, _ device: String, _ latitude: Int) -> String {
            "{\"latitudeE7\":\(latitude + minute),\"longitudeE7\":132500000,\(device)"
                + "\"activity\":[{\"timestamp\":\"2026-05-0\(day)T08:\(10 + minute):00Z\","
                + "\"activity\":[{\"type\":\"STILL\",\"confidence\":100}]}],\"timestamp\":\"2026-05-0\(day)T08:"
                + "\(10 + minute):00Z\"}"
        }
        let carried = (0..<20).map { record(1, $0, "\"deviceTag\":-7,", 525_000_000) }
        let home = (0..<5).map { record(1, $0, "\"deviceTag\":8,", 485_000_000) }
        let alone = (0..<3).map { record(2, $0, "\"deviceTag\":8,", 485_000_000) }
        let text = "{\"locations\":[" + (home + carried + alone).joined(separator: ",") + "]}"
        let track = try track(text)
        #expect(track.fixes.count == 23 && track.reports.count == 23)
        #expect(track.fixes.prefix(20).allSatisfy { $0.latitude > 52 })
        #expect(track.fixes.suffix(3).allSatisfy { $0.latitude < 49 })
        #expect(track.repairs[.otherDevice] == 10)
        let remark = try #require(track.remarks.first?.description)
        #expect(remark.contains("-7 has the most fixes") && remark.contains("8 (5 fixes)"))
    }

    @Test("a position of 0 and 0 is left out in any format, and counted")
    func zero() throws {
        let records = HistorySamples.records.replacing("525000000", with: "0").replacing("132500000", with: "0")
        #expect(try track(records).repairs[.zeroPosition] == 1)
        let table = try track("time,lat,lon\n1777622400,0,0\n1777622460,50,10\n1777622520,0,10\n")
        #expect(table.fixes.map(\.latitude) == [50, 0] && table.repairs == [.zeroPosition: 1])
    }

    @Test("stays within stays, and time between them: each moment has the activity of the innermost")
    func nested() throws {
        func visit(_ from: Int, _ to: Int, _ kind: String) -> String {
            kind == "visit"
                ? "{\"startTime\":\"\(HistorySamples.time(from))\",\"endTime\":\"\(HistorySamples.time(to))\","
                    + "\"visit\":{\"topCandidate\":{\"placeLocation\":\"geo:52.5,13.25\"}}}"
                : "{\"startTime\":\"\(HistorySamples.time(from))\",\"endTime\":\"\(HistorySamples.time(to))\","
                    + "\"activity\":{\"topCandidate\":{\"type\":\"\(kind)\",\"probability\":1}}}"
        }
        let text =
            "[" + [visit(30, 40, "cycling"), visit(0, 25, "visit"), visit(5, 10, "walking")].joined(separator: ",")
            + "]"
        let track = try track(text)
        let expected: [(Int, ActivityFlags)] = [
            (0, .stationary), (5, .walking), (10, .stationary), (25, .unknown), (30, .cycling), (40, .unknown),
        ]
        #expect(track.reports.map(\.activity.elapsed) == expected.map { .seconds($0.0 * 60) })
        #expect(track.reports.map(\.activity.flags) == expected.map(\.1))
    }

    @Test("Apple Health: the workouts of export.xml, whatever else is in it")
    func health() throws {
        let track = try track(HistorySamples.health)
        #expect(track.format == .appleHealth && track.fixes.isEmpty)
        let walk = try #require(track.moves.first)
        #expect(walk.flags == .walking && walk.distance == 890 && walk.span.seconds == 600)
        #expect(walk.span.start == Timestamp(iso8601: "2026-05-01T08:10:00Z"))
        #expect(track.reports.map(\.activity.flags) == [.walking, .unknown])
    }

    @Test("words of activities: each of the table's groups, in any spelling")
    func words() {
        for (word, flags) in [
            ("IN_PASSENGER_VEHICLE", ActivityFlags.automotive), ("in passenger vehicle", .automotive),
            ("IN_BUS", .automotive),
            ("cableCar", .automotive), ("ON_BICYCLE", .cycling), ("Biking", .cycling), ("STILL", .stationary),
            ("Hiking", .walking), ("RUNNING", .running), ("SKIING", []), ("UNKNOWN_ACTIVITY_TYPE", .unknown),
            ("street_running", .running), ("GravelRide", .cycling), ("touringbicycle", .cycling),
            ("CYCLING_TRANSPORTATION", .cycling), ("casual_walking", .walking),
        ] { #expect(ActivityWords.flags(word) == flags, "\(word)") }
        for word in ["TILTING", "EXITING_VEHICLE", "Yoga", ""] { #expect(ActivityWords.flags(word) == nil) }
    }

    @Test("a file cut anywhere gives the fixes before the cut or an error")
    func cut() throws {
        let samples: [(String, TrackFormat)] = [
            (HistorySamples.records, .googleRecords), (HistorySamples.semantic, .googleSemantic),
            (HistorySamples.android, .googleTimeline), (HistorySamples.phone, .googleTimeline),
            (HistorySamples.arc, .arc), (HistorySamples.locoKit(Self.dates), .arc),
            (HistorySamples.health, .appleHealth),
        ]
        for (text, format) in samples {
            let bytes = Array(text.utf8)
            let whole = try Track(decoding: bytes, format: format)
            let start = try #require(whole.origin)
            let known = Set(whole.fixes.map { "\((start + $0.elapsed).nanoseconds) \($0.latitude) \($0.longitude)" })
            var read = 0
            for length in stride(from: 0, to: bytes.count, by: 7) {
                guard let track = try? Track(decoding: Array(bytes[..<length]), format: format) else { continue }
                read += 1
                let origin = try #require(track.origin)
                // Of two derived fixes of one moment the first serves, which a cut may change; all others are the same.
                let strange = track.fixes.filter {
                    !known.contains("\((origin + $0.elapsed).nanoseconds) \($0.latitude) \($0.longitude)")
                        && $0.horizontalAccuracy != nil
                }
                #expect(strange.isEmpty, "\(format) cut at \(length)")
            }
            #expect(read > 0, "\(format)")
        }
    }

    @Test("damage anywhere is never a trap")
    func damage() throws {
        var generator = SeededGenerator(seed: 5)
        let samples: [(String, TrackFormat)] = [
            (HistorySamples.records, .googleRecords), (HistorySamples.semantic, .googleSemantic),
            (HistorySamples.android, .googleTimeline), (HistorySamples.phone, .googleTimeline),
            (HistorySamples.arc, .arc), (HistorySamples.health, .appleHealth),
        ]
        for (text, format) in samples {
            let bytes = Array(text.utf8)
            for _ in 0..<Rounds.count(400) {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                        Array("0123456789eE+-.,\"{}[]<>/& \n\\\u{0}".utf8).randomElement(using: &generator) ?? 0
                }
                guard let track = try? Track(decoding: damaged, format: format) else { continue }
                #expect(zip(track.fixes, track.fixes.dropFirst()).allSatisfy { $0.elapsed <= $1.elapsed })
            }
        }
    }
}
