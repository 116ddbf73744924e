// SPDX-License-Identifier: Apache-2.0
import Foundation
import MotionTypes
import Testing

@testable import Tracks

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
    ])
    func otherNamesAndFormsAreRead(_ text: String) throws {
        let found = try track(text)
        #expect(found.fixes.map(\.elapsed) == [.zero, .seconds(60)])
        #expect(zip(found.fixes, [47, 47.01]).allSatisfy { abs($0.latitude - $1) < 1e-9 && $0.longitude == 8 })
        #expect(found.origin.map { $0.sinceEpoch > .seconds(1_777_800_000) } == true)
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
