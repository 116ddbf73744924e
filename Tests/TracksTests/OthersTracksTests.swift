// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayTimeline

/// Tracks as people have them: other names, orders, encodings and clocks, and records that cannot be used.
@Suite struct OthersTracksTests {
    private func track(_ text: String, source: String? = nil) throws -> Track {
        try Track(decoding: Array(text.utf8), source: source)
    }

    private static let minutes = ["2026-05-04T07:00:00Z", "2026-05-04T07:01:00Z", "2026-05-04T07:02:00Z"]

    /// Three fixes in each format, with a place for the latitude of the second.
    private static let formats: [String] = [
        "<gpx><trk><trkseg>"
            + zip(minutes, ["47", "LAT", "47.02"]).map { "<trkpt lat=\"\($1)\" lon=\"8\"><time>\($0)</time></trkpt>\n" }
            .joined() + "</trkseg></trk></gpx>",
        "{\"locations\":["
            + zip(minutes, ["47", "LAT", "47.02"]).map {
                "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,\($1)]},"
                    + "\"properties\":{\"timestamp\":\"\($0)\"}}"
            }.joined(separator: ",\n") + "]}",
        "{\"type\":\"FeatureCollection\",\"features\":["
            + zip(minutes, ["47", "LAT", "47.02"]).map {
                "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,\($1)]},"
                    + "\"properties\":{\"time\":\"\($0)\"}}"
            }.joined(separator: ",\n") + "]}",
        zip([0, 60, 120], ["47", "LAT", "47.02"]).map {
            "{\"_type\":\"location\",\"lat\":\($1),\"lon\":8,\"tst\":\(1_777_878_000 + $0)}\n"
        }.joined(),
        "<kml><Document><Placemark><Track>"
            + zip(minutes, ["47", "LAT", "47.02"]).map { "<when>\($0)</when><coord>8 \($1) 0</coord>\n" }.joined()
            + "</Track></Placemark></Document></kml>",
        "["
            + zip(minutes, ["47", "LAT", "47.02"]).map {
                "{\"fixTime\":\"\($0)\",\"deviceId\":1,\"latitude\":\($1),\"longitude\":8,\"speed\":10}"
            }.joined(separator: ",\n") + "]",
        "time,latitude,longitude\n" + zip(minutes, ["47", "LAT", "47.02"]).map { "\($0),\($1),8\n" }.joined(),
        "["
            + zip([0, 60, 120], ["47", "LAT", "47.02"]).map {
                "{\"metadata\":{\"key\":\"background/location\"},"
                    + "\"data\":{\"latitude\":\($1),\"longitude\":8,\"ts\":\(1_777_878_000 + $0)}}"
            }.joined(separator: ",\n") + "]",
    ]

    @Test(arguments: formats) func oneBadRecordIsLeftOutAndCounted(_ text: String) throws {
        let sound = try track(text.replacing("LAT", with: "47.01"))
        #expect(sound.fixes.map(\.latitude) == [47, 47.01, 47.02] && sound.repairs.isEmpty)
        let damaged = try track(text.replacing("LAT", with: "100"))
        #expect(damaged.fixes.map(\.latitude) == [47, 47.02] && damaged.repairs == [.damaged: 1])
        let error = #expect(throws: InputError.self) {
            try track(text.replacing("LAT", with: "100").replacing("47.02", with: "-95").replacing("47", with: "91"))
        }
        #expect(error?.problem.contains("latitude") == true)
    }

    @Test(arguments: formats.dropLast(2)) func aFileCutShortGivesWhatItHas(_ text: String) throws {
        let whole = Array(text.replacing("LAT", with: "47.01").utf8)
        let end = try #require(text.replacing("LAT", with: "47.01").utf8.firstRange(of: "47.02".utf8))
        let cut = whole[
            ..<text.replacing("LAT", with: "47.01").utf8.distance(
                from: text.replacing("LAT", with: "47.01").utf8.startIndex, to: end.lowerBound)]
        // A track of KML lists its times first, so that only a whole one has fixes.
        guard !text.contains("<kml>") else { return }
        let track = try Track(decoding: Array(cut))
        #expect(track.fixes.map(\.latitude) == [47, 47.01])
        #expect(track.repairs[.cutShort] == 1 || track.repairs[.damaged] == 1)
    }

    @Test func oneBadTimeOfGPXIsLeftOut() throws {
        let text = Self.formats[0].replacing("LAT", with: "47.01").replacing(Self.minutes[1], with: "noon")
        let found = try track(text)
        #expect(found.fixes.map(\.latitude) == [47, 47.02] && found.repairs == [.damaged: 1])
    }

    @Test(arguments: [
        "timestampMs,latitudeE7,longitudeE7\n1777878000000,470000000,80000000\n1777878060000,470100000,80000000\n",
        "lat,lon,timestamp,acc\n47.0,8.0,1777878000,5\n47.01,8.0,1777878060,5\n",
        "time,lat,lon\n2026-05-04T07:00:00Z,47.0N,8.0E\n2026-05-04T07:01:00Z,\"47°0'36\"\"N\",8.0°\n",
        "time,lat,lon\n2026-05-04T07:00:00Z,\"47,0\",\"8,0\"\n2026-05-04T07:01:00Z,\"47,01\",\"8,0\"\n",
        "Zeit;Breite;Länge\n04.05.2026 07:00:00;47,0;8,0\n04.05.2026 07:01:00;47,01;8,0\n",
        "Date,Latitude,Longitude\n2026-05-04 07:01:00,47.01,8\n2026-05-04 07:00:00,47.0,8\n",
        "date,time,lat,lon\n05/14/2026,07:01:00 AM,47.01,8\n05/14/2026,07:00:00 AM,47.0,8\n",
        "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2\n0\n"
            + "47.0,8,0,492,39745.1,2026-05-04,07:00:00\n47.01,8,0,492,39745.1,2026-05-04,07:01:00\n",
        "{\"location\":[{\"timestamp\":\"2026-05-04T07:00:00Z\",\"coords\":{\"latitude\":47.0,\"longitude\":8}},"
            + "{\"timestamp\":\"2026-05-04T07:01:00Z\",\"coords\":{\"latitude\":47.01,\"longitude\":8}}]}",
        "{\"locations\":[{\"lat\":47.0,\"lon\":8,\"time\":1777878000.5},"
            + "{\"lat\":47.01,\"lon\":8,\"time\":1777878060.5}]}",
        "[[{\"entity_id\":\"device_tracker.a\",\"attributes\":{\"latitude\":47.0,\"longitude\":8,\"gps_accuracy\":9},"
            + "\"last_updated\":\"2026-05-04T07:00:00Z\"},{\"entity_id\":\"device_tracker.a\",\"attributes\":"
            + "{\"latitude\":47.01,\"longitude\":8},\"last_updated\":\"2026-05-04T07:01:00Z\"}]]",
        "{\"type\":\"Feature\",\"properties\":{\"times\":[\"2026-05-04T07:00:00Z\",\"2026-05-04T07:01:00Z\"]},"
            + "\"geometry\":{\"type\":\"MultiPoint\",\"coordinates\":[[\"8\",\"47.0\"],[\"8\",\"47.01\"]]}}",
        "2026-05-04T07:00:00Z  *      {\"_type\":\"location\",\"lat\":47.0,\"lon\":8,\"tst\":1777878000}\n"
            + "2026-05-04T07:01:00Z  *      {\"_type\":\"location\",\"lat\":47.01,\"lon\":8,\"tst\":1777878060}\n",
        // Headings of other languages and programs, and times in other forms.
        "Zeitstempel;Breitengrad;Längengrad;Höhe (m)\r\n04.05.2026 07:00:00;47,0;8,0;1\r\n"
            + "04.05.2026 07:01:00;47,01;8,0;1\r\n",
        "fecha y hora,latitud,longitud\n25/05/2026 07:00:00,47.0,8\n25/05/2026 07:01:00,47.01,8\n",
        "data,ora,latitudine,longitudine\n25/05/2026,07:00:00,47.0,8\n25/05/2026,07:01:00,47.01,8\n",
        "datum;tijd;breedtegraad;lengtegraad\n04-05-2026;07:00:00;47,0;8,0\n04-05-2026;07:01:00;47,01;8,0\n",
        "time|lat|lon\n2026-05-04 09:00:00 +0200|47.0|8\n2026-05-04 09:01:00 +02|47.01|8\n",
        "sep=;\nhorodatage;lat;lon\n2026-05-04 07:00:00 UTC;47,0;8\n2026-05-04 07:01:00 GMT;47,01;8\n",
        "# a comment\n#time,lat,lon\n2026-05-04 07:00,47.0,8\n2026-05-04 07:01,47.01,8\n",
        "Local Time,UTC Time,lat,lon\n2026-05-04 09:00:00,2026-05-04 07:00:00,47.0,8\n"
            + "2026-05-04 09:01:00,2026-05-04 07:01:00,47.01,8\n",
        "time,lat,lon\n\"5/14/26, 7:00:00 AM\",47.0,8\n\"5/14/26, 7:01:00 AM\",47.01,8\n",
        "time,lat,lon\n20260504070000,47.0,8\n20260504T070100,47.01,8\n",
        "date,time,lat,lon\n20260504,070000,47.0,8\n20260504,070100,47.01,8\n",
        "date,lat,lon\n46146.29166666666,47.0,8\n46146.29236111111,47.01,8\n",
        "time,lat,lon\n2026-05-04T07:00:00Z,47°0'0.0\"N,8°0'0\"E\n2026-05-04T07:01:00Z,47°0'36\"N,8°0'0\"E\n",
        "INDEX,UTC DATE,UTC TIME,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED\n"
            + "1,2026/05/04,07:00:00,47.0,N,8,E,5 m,7 km/h\n2,2026/05/04,07:01:00,47.01,N,8,E,5 m,7 km/h\n",
        "unix_time,latitude,longitude\n1777878000,47.0,8\n1777878060,47.01,8\n",
        // Lines of JSON, batches, and other keys.
        "{\"type\":\"Feature\",\"properties\":{\"recorded_at\":1777878000},\"geometry\":{\"type\":\"Point\","
            + "\"coordinates\":[8,47.0]}}\n{\"type\":\"Feature\",\"properties\":{\"recorded_at\":1777878060},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47.01]}}\n",
        "\u{1E}{\"type\":\"Feature\",\"properties\":{\"time\":\"2026-05-04 07:00:00 UTC\"},\"geometry\":{\"type\":"
            + "\"Point\",\"coordinates\":[8,47.0]}}\n\u{1E}{\"type\":\"Feature\",\"properties\":{\"time\":"
            + "\"2026-05-04 07:01:00 UTC\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47.01]}}\n",
        "{\"type\":\"Feature\",\"properties\":{\"times\":[1777878060,1777878000]},"
            + "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[8,47.01],[8,47.0]]}}",
        "[{\"locations\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47.0]},"
            + "\"properties\":{\"timestamp\":\"2026-05-04T07:00:00Z\"}}]},{\"locations\":[{\"type\":\"Feature\","
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47.01]},"
            + "\"properties\":{\"timestamp\":\"2026-05-04T07:01:00Z\"}}]}]",
        "{\"ts\":1777878000,\"lat\":47.0,\"lon\":8}\n{\"ts\":1777878060,\"lat\":47.01,\"lon\":8}\n",
        "[{\"lat\":\"47.0\",\"lng\":\"8\",\"createdAt\":\"2026-05-04T07:00:00Z\"},"
            + "{\"lat\":\"47.01\",\"lng\":\"8\",\"createdAt\":\"2026-05-04T07:01:00Z\"}]",
        "{\"device_tracker.a\":[{\"s\":\"home\",\"a\":{\"latitude\":47.0,\"longitude\":8},\"lu\":1777878000.5},"
            + "{\"s\":\"home\",\"a\":{\"latitude\":47.01,\"longitude\":8},\"lu\":1777878060.5}]}",
        "owntracks/a/b {\"_type\":\"location\",\"lat\":\"47.0\",\"lon\":\"8\",\"tst\":\"1777878000\"}\n"
            + "owntracks/a/b {\"_type\":\"location\",\"lat\":\"47.01\",\"lon\":\"8\",\"tst\":\"1777878060\"}\n",
        "<gpx><trk><trkseg><trkpt lat='47.0' lon='8'><time>\n2026-05-04 07:00:00</time></trkpt>"
            + "<trkpt lat='47.01' lon='8'><time>2026-05-04 07:01:00 </time></trkpt></trkseg></trk></gpx>",
        "<kml><Document><Placemark><Track><when>2026-05-04T07:00:00Z</when><when>2026-05-04T07:01:00Z</when>"
            + "<coord>8,47.0,0</coord><coord>8,47.01,0</coord></Track></Placemark></Document></kml>",
        "$GPGGA,070000.00,4700.000,N,00800.000,E,1,09,1.0,5,M,46,M,,\n"
            + "$GPGGA,070100.00,4700.600,N,00800.000,E,1,09,1.0,5,M,46,M,,\n$GPRMC,070200.00,V,,,,,,,040526,,,N\n",
    ])
    func otherNamesAndFormsAreRead(_ text: String) throws {
        let found = try track(text)
        #expect(found.fixes.map(\.elapsed) == [.zero, .seconds(60)])
        #expect(zip(found.fixes, [47, 47.01]).allSatisfy { abs($0.latitude - $1) < 1e-9 && $0.longitude == 8 })
        #expect(found.origin.map { $0.sinceEpoch > .seconds(1_777_800_000) } == true)
    }

    /// Columns with N or S, and with E or W, give the sign.
    @Test func hemispheresInColumnsOfTheirOwnCount() throws {
        let found = try track("time,lat,lat_dir,lon,lon_dir\n2026-05-04T07:00:00Z,47,S,8,W\n")
        #expect(found.fixes.map { [$0.latitude, $0.longitude] } == [[-47, -8]])
    }

    /// What is written behind a number, or in the heading, is its unit.
    @Test(arguments: [
        ("speed", "36 km/h"), ("speed", "10 m/s"), ("Geschwindigkeit (km/h)", "36"), ("speed_kmh", "36"),
        ("Speed", "19.4384449 kn"),
    ])
    func unitsOfTablesCount(heading: String, text: String) throws {
        let found = try track("time,lat,lon,\(heading)\n2026-05-04T07:00:00Z,47,8,\(text)\n")
        #expect(found.fixes[0].speed.map { abs($0 - 10) < 1e-6 } == true)
    }

    /// 260504 is the fourth of May 2026, not the 26th of May 2004, and 070000 does not count seconds.
    @Test func datesOfSixDigitsHaveTheirYearFirst() throws {
        let found = try track("DATE,TIME,LATITUDE N/S,LONGITUDE E/W\n260504,070000,47N,8E\n")
        #expect(found.origin == Timestamp(iso8601: "2026-05-04T07:00:00Z") && !found.remarks.contains(.yearFirst))
        let dashed = try track("date,time,lat,lon\n20260504,07:00:00,47,8\n")
        #expect(dashed.origin == found.origin)
    }

    @Test func tablesOfTraccarHaveKnots() throws {
        let found = try track("fixTime,latitude,longitude,speed\n2026-05-04T07:00:00Z,47,8,10\n")
        #expect(found.fixes[0].speed.map { abs($0 - 5.144_444) < 1e-5 } == true)
    }

    /// A later row shows the order of day and month for those above it.
    @Test func theOrderOfDatesIsThatOfTheWholeTable() throws {
        let found = try track("time,lat,lon\n05/12/2026 07:00:00,47,8\n05/13/2026 07:00:00,47.01,8\n")
        #expect(found.fixes.map(\.elapsed) == [.zero, .seconds(86_400)] && found.remarks == [.withoutZone])
    }

    /// The letter O is east in German and west in French.
    @Test func aPositionThatCannotBeReadIsNamed() throws {
        let error = #expect(throws: InputError.self) {
            try track("time,lat,lon\n2026-05-04T07:00:00Z,47°N,8°O\n")
        }
        #expect(error?.problem.contains("8°O") == true && error?.line == 2)
    }

    /// A line newest first is turned, one with few positions out of order is sorted, and another is refused.
    @Test(arguments: [
        (Array(0..<100).reversed(), true), ([1, 0] + Array(2..<100), true), ([3, 1, 2, 0] + Array(4..<9), false),
    ])
    func linesOutOfOrderAreSortedOrRefused(order: [Int], isRead: Bool) throws {
        let times = order.map { String(1_777_878_000 + 60 * $0) }.joined(separator: ",")
        let positions = order.map { "[8,47.\(100 + $0)]" }.joined(separator: ",")
        let text =
            "{\"type\":\"Feature\",\"properties\":{\"times\":[\(times)]},"
            + "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(positions)]}}"
        guard isRead else {
            let error = #expect(throws: InputError.self) { try track(text) }
            #expect(error?.problem.contains("out of order") == true)
            return
        }
        let found = try track(text)
        #expect(found.fixes.map(\.latitude) == found.fixes.map(\.latitude).sorted() && found.fixes.count == 100)
        #expect(found.repairs[.reordered] ?? 0 > 0)
    }

    /// The first sentences of a receiver have no date: they get that of the first that has one, or the day before.
    @Test func fixesBeforeTheFirstDateAreKept() throws {
        let sentences = [(235_900, 0.0), (235_930, 0.1), (1, 0.2), (2, 0.3)].map { clock, minutes in
            let time = String(repeating: "0", count: 6 - String(clock).count) + String(clock)
            return "$GNGGA,\(time).00,47\(minutes < 10 ? "0" : "")\(minutes),N,00800.000,E,1,09,1.0,5,M,46,M,,"
        }
        let found = try track(
            sentences.joined(separator: "\r\n") + "\r\n$GNRMC,000010.00,A,4700.9,N,00800.0,E,0,0,050526,,,A\r\n")
        #expect(found.fixes.map(\.elapsed.inSeconds) == [0, 30, 61, 62, 70] && found.repairs.isEmpty)
        #expect(found.origin == Timestamp(iso8601: "2026-05-04T23:59:00Z"))
    }

    @Test func accuracyOfPhoneTrackIsKept() throws {
        #expect(try track("lat,lon,timestamp,acc\n47,8,1777878000,5\n").fixes[0].horizontalAccuracy == 5)
    }

    @Test func traccarsSpeedsAreKnots() throws {
        let found = try track(Self.formats[5].replacing("LAT", with: "47.01"))
        #expect(found.fixes[0].speed.map { abs($0 - 5.144_444) < 1e-5 } == true)
    }

    @Test func encodingsOtherThanUTF8AreRead() throws {
        let text = Self.formats[0].replacing("LAT", with: "47.01")
        var utf16: [UInt8] = [0xff, 0xfe]
        for unit in "<?xml version='1.0' encoding='UTF-16'?>\(text)".utf16 {
            utf16 += [UInt8(unit & 0xff), UInt8(unit >> 8)]
        }
        #expect(try Track(decoding: utf16).fixes.count == 3)
        let named =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + text.replacing("<trk>", with: "<trk><name>Z\u{7F}</name>")
        #expect(try Track(decoding: named.utf8.map { $0 == 0x7f ? 0xfc : $0 }).fixes.count == 3)
        // Whatever it declares, a name with the bytes of another encoding costs no track.
        for head in ["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] {
            let unnamed = head + text.replacing("<trk>", with: "<trk><name>Z\u{7F}</name>")
            #expect(try Track(decoding: unnamed.utf8.map { $0 == 0x7f ? 0xfc : $0 }).fixes.count == 3)
        }
        let semicolons = Array("Zeit;Breite;L".utf8) + [0xe4] + Array("nge\n04.05.2026 07:00:00;47,0;8,0\n".utf8)
        #expect(try Track(decoding: semicolons).fixes.count == 1)
    }

    @Test func aTimeWithoutAZoneIsTakenAsUTCAndSaid() throws {
        let found = try track(Self.formats[0].replacing("LAT", with: "47.01").replacing("Z</time>", with: "</time>"))
        #expect(found.remarks == [.withoutZone] && found.origin == Timestamp(iso8601: Self.minutes[0]))
    }

    @Test func datesThatShowNoOrderAreSaid() throws {
        #expect(try track("time,lat,lon\n03/05/2026 07:00:00,47,8\n").remarks == [.openDates, .withoutZone])
        #expect(try track("time,lat,lon\n03/25/2026 07:00:00,47,8\n").remarks == [.withoutZone])
    }

    @Test func aWeekRolloverIsSaidAndCorrectedWhereTheFileProvesIt() throws {
        let text = "time,lat,lon\n2006-09-18T07:00:00Z,47,8\n"
        #expect(try track(text).remarks == [.earlyDates("2006-09-18", later: "2026-05-04")])
        let named = try track(text, source: "ride-20260504.csv")
        #expect(named.origin == Timestamp(iso8601: Self.minutes[0]) && named.remarks == [.shiftedDates("2026-05-04")])
        let message = "{\"_type\":\"location\",\"lat\":47,\"lon\":8,\"tst\":1158562800,\"created_at\":1777878475}"
        #expect(try track(message).origin == Timestamp(iso8601: Self.minutes[0]))
        #expect(try track("time,lat,lon\n2012-09-18T07:00:00Z,47,8\n").remarks.isEmpty)
    }

    @Test func aLineOfGooglesMapKeepsItsWay() throws {
        let kml = """
            <kml><Document><Placemark><name>Driving</name><ExtendedData>
            <Data name="Category"><value>Driving</value></Data>
            <Data name="Distance"><value>STATED</value></Data></ExtendedData><LineString><coordinates>
            8,47,0 8.01,47,0 8.04,47,0</coordinates></LineString>
            <TimeSpan><begin>2026-05-04T07:00:00Z</begin><end>2026-05-04T07:04:00Z</end></TimeSpan>
            </Placemark></Document></kml>
            """
        let stated = try track(kml.replacing("STATED", with: "4800"))
        #expect(stated.moves.map(\.distance) == [4800])
        #expect(stated.fixes.map { $0.elapsed.inSeconds.rounded() } == [0, 60, 240])
        let measured = try #require(try track(kml.replacing("STATED", with: "0")).moves.first?.distance)
        #expect(abs(measured - 3033) < 10)
    }

    @Test func rowsOfTwoDevicesAreNotMixed() throws {
        let found = try track(
            "time,latitude,longitude,device\n2026-05-04T07:00:00Z,47,8,phone\n2026-05-04T07:00:30Z,48,9,tablet\n"
                + "2026-05-04T07:01:00Z,47,8,phone\n")
        #expect(found.fixes.map(\.latitude) == [47, 47] && found.repairs == [.otherDevice: 1])
    }
}
