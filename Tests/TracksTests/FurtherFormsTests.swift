// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// Forms of tracks that apps and loggers of satellite receivers write: each is read, or refused with a line that makes
/// a table of it.
@Suite struct FurtherFormsTests {
    /// 2026-05-04, 07:00, 07:01 and 07:02.
    private static let start = 1_777_878_000
    private static let moments = (0..<3).map { Date(timeIntervalSince1970: Double(start + 60 * $0)) }

    private static func times(_ format: String) -> [String] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = format
        return moments.map { formatter.string(from: $0) }
    }

    private static let latitudes = ["47.0", "47.01", "47.02"]

    /// Three rows, whose time and latitude a closure writes.
    private static func rows(
        _ format: String = "yyyy-MM-dd'T'HH:mm:ss'Z'", header: String = "", _ row: (String, String) -> String
    ) -> String {
        header + zip(times(format), latitudes).map(row).joined()
    }

    private static let strava =
        "\"latlng\":{\"data\":[[47.0,8],[47.01,8],[47.02,8]]},\"time\":{\"data\":[0,60,120]},"
        + "\"altitude\":{\"data\":[1,2,3]}"

    private static let read: [(name: String, text: String)] = [
        ("Strava's streams of an activity", "{\"start_date\":\"2026-05-04T07:00:00Z\",\"streams\":{\(strava)}}"),
        (
            "Strava's streams in an array",
            "{\"start_date\":\"2026-05-04T07:00:00Z\",\"streams\":[{\"type\":\"time\",\"data\":[0,60,120]},"
                + "{\"type\":\"latlng\",\"data\":[[47.0,8],[47.01,8],[47.02,8]]}]}"
        ),
        (
            "GPX in seconds since 1970",
            "<gpx><trk><trkseg>"
                + zip(0..., latitudes).map {
                    "<trkpt lat=\"\($1)\" lon=\"8\"><time>\((start + 60 * $0) * 1000)</time></trkpt>"
                }.joined() + "</trkseg></trk></gpx>"
        ),
        ("waypoints", "<gpx>" + rows { "<wpt lat=\"\($1)\" lon=\"8\"><time>\($0)</time></wpt>" } + "</gpx>"),
        (
            "a route",
            "<gpx><rte>" + rows { "<rtept lat=\"\($1)\" lon=\"8\"><time>\($0)</time></rtept>" } + "</rte></gpx>"
        ),
        (
            "KML, spans without an end",
            "<kml><Document>"
                + rows {
                    "<Placemark><TimeSpan><begin>\($0)</begin></TimeSpan>"
                        + "<Point><coordinates>8,\($1)</coordinates></Point></Placemark>"
                } + "</Document></kml>"
        ),
        (
            "Columbus V-900",
            rows("yyMMdd,HHmmss", header: "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT\n") {
                "1,T,\($0),\($1)N,8E,30\n"
            }
        ),
        (
            "a year of two digits, the day first",
            rows("ddMMyy,HHmmss", header: "date,time,lat,lon\n") { "\($0),\($1),8\n" }
        ),
        ("six digits and a clock", rows("yyMMdd,HH:mm:ss", header: "date,time,lat,lon\n") { "\($0),\($1),8\n" }),
        (
            "WiGLE",
            rows(
                "yyyy-MM-dd HH:mm:ss",
                header: "WigleWifi-1.4,release=2\nMAC,FirstSeen,CurrentLatitude,"
                    + "CurrentLongitude,AltitudeMeters,AccuracyMeters\n"
            ) { "aa,\($0),\($1),8,30,5\n" }
        ),
        (
            "Movebank",
            rows("yyyy-MM-dd HH:mm:ss.000", header: "event-id,timestamp,location-long,location-lat\n") {
                "1,\($0),8,\($1)\n"
            }
        ),
        ("Go's times", rows("yyyy-MM-dd HH:mm:ss '+0000 UTC'", header: "time,gps_lat,gps_lng\n") { "\($0),\($1),8\n" }),
        (
            "ExifTool",
            rows("yyyy:MM:dd HH:mm:ss", header: "DateTimeOriginal,GPSLatitude,GPSLongitude\n") {
                "\($0),\($1),8\n"
            }
        ),
        (
            "Facebook",
            "{\"location_history_v2\":["
                + zip(0..., latitudes).map {
                    "{\"coordinate\":{\"latitude\":\($1),\"longitude\":8},\"creation_timestamp\":\(start + 60 * $0)}"
                }.joined(separator: ",") + "]}"
        ),
        (
            "a time beside the position",
            "["
                + zip(0..., latitudes).map {
                    "{\"location\":{\"latitude\":\($1),\"longitude\":8,\"timeStamp\":\((start + 60 * $0) * 1000)}}"
                }.joined(separator: ",") + "]"
        ),
        (
            "OziExplorer",
            "OziExplorer Track Point File Version 2.1\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,Track\n3\n"
                + zip(0..., latitudes).map {
                    "  \($1),  8,0,98.4,\(46146.291_666_666_7 + Double($0) / 1440),04-May-26, 7:0\($0):00 AM\n"
                }.joined()
        ),
        (
            "GGA with a date put before it",
            "$GPZDA,000000,04,05,2026,,\n"
                + rows("HHmmss.00") {
                    let minutes = ["47.01": "00.6", "47.02": "01.2"][$1] ?? "00.0"
                    let sentence = "GPGGA,\($0),47\(minutes),N,00800.0,E,1,08,0.9,30.0,M,46.9,M,,"
                    return "$\(sentence)*\(String(format: "%02X", sentence.utf8.reduce(0, ^)))\n"
                }
        ),
    ]

    @Test(arguments: read.indices) func isRead(_ index: Int) throws {
        let (name, text) = Self.read[index]
        let track = try Track(decoding: Array(text.utf8))
        #expect(track.fixes.count == 3, "\(name): \(track.remarks) \(track.repairs)")
        #expect(track.origin == Timestamp(nanoseconds: Int64(Self.start) * 1_000_000_000), "\(name)")
        for (fix, place) in zip(track.fixes, [(47.0, 0), (47.01, 60), (47.02, 120)]) {
            #expect(abs(fix.latitude - place.0) < 1e-6 && fix.longitude == 8, "\(name): \(fix)")
            #expect(abs(fix.elapsed / .seconds(1) - Double(place.1)) < 0.01, "\(name): \(fix)")
        }
    }

    @Test func streamsWithoutAStartHaveNoWallClock() throws {
        let track = try Track(decoding: Array("{\(Self.strava)}".utf8))
        #expect(track.origin == nil && track.fixes.map(\.altitude) == [1, 2, 3])
        #expect(throws: InputError.self) {
            try Track(decoding: Array("{\(Self.strava.replacing("60,", with: ""))}".utf8))
        }
    }

    @Test func sixDigitsOfADateAreSaid() throws {
        let table = "date,time,lat,lon\n120812,070000,47,8\n120812,070100,47.01,8\n"
        let track = try Track(decoding: Array(table.utf8))
        #expect(track.origin == Timestamp(iso8601: "2012-08-12T07:00:00Z") && track.remarks.contains(.yearFirst))
    }

    private static let refused: [(name: String, text: String)] = [
        (
            "Huawei Health",
            zip(0..., latitudes).map { "tp=lbs;k=\($0);lat=\($1);lon=8.0;alt=0.0;t=\(start + 60 * $0)E3;\n" }.joined()
        ),
        ("FlySight 2", "$FLYS,1\n$COL,GNSS,time,lat,lon,hMSL\n$DATA\n" + rows { "$GNSS,\($0),\($1),8.0,30,0\n" }),
        ("points in WKT", rows(header: "timestamp,geometry\n") { "\($0),POINT (8.0 \($1))\n" }),
        ("both coordinates in one column", rows(header: "time,location\n") { "\($0),\"\($1), 8.0\"\n" }),
        ("no header", rows { "\($0),\($1),8.0\n" }),
    ]

    /// Runs the line of the advice on a file, and reads what it writes.
    @Test(arguments: refused.indices) func isRefusedWithALine(_ index: Int) throws {
        let (name, text) = Self.refused[index]
        let bytes = Array(text.utf8)
        #expect(TrackFormat.detect(bytes) == nil, "\(name)")
        let advice = try #require(TrackShape.fault(bytes)?.remedy.description, "\(name)")
        let line = try #require(advice.range(of: "of it: ").map { String(advice[$0.upperBound...]) }, "\(advice)")
        let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "/shapes-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appendingPathComponent("input"))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", line.replacing("FILE", with: "input")]
        shell.currentDirectoryURL = folder
        try shell.run()
        shell.waitUntilExit()
        let table = try Data(contentsOf: folder.appendingPathComponent("track.csv"))
        #expect(try Track(decoding: Array(table)).fixes.map(\.latitude) == [47, 47.01, 47.02], "\(name)")
    }

    @Test func aLineWithoutTimesAndAnEmptyHistoryAreNamed() throws {
        #expect(TrackShape.fault(Array("LINESTRING (8 47, 8 47.01)".utf8))?.problem.contains("without times") == true)
        let edits = ForeignFile(Array("{\"timelineEdits\":[{\"deviceId\":\"1\"}]}".utf8))
        #expect(edits?.trackError(source: nil)?.remedy == ForeignFile.phoneHistory)
    }

    @Test func aWorkbookOfFixesIsATrack() throws {
        let cells =
            [["time", "latitude", "longitude"]]
            + Self.rows { "\($0),\($1),8\n" }.split(separator: "\n")
            .map { $0.split(separator: ",").map(String.init) }
        let rows = cells.map { "<row>" + $0.map { "<c t=\"str\"><v>\($0)</v></c>" }.joined() + "</row>" }.joined()
        let zip = ZipFixture([
            .init(
                "xl/workbook.xml",
                Array("<workbook><sheets><sheet name=\"day\" r:id=\"r\"/></sheets></workbook>".utf8)),
            .init("xl/_rels/workbook.xml.rels", Array("<a><Relationship Id=\"r\" Target=\"s.xml\"/></a>".utf8)),
            .init("xl/s.xml", Array("<worksheet>\(rows)</worksheet>".utf8)),
        ])
        let track = try #require(try TrackCollection.track(packed: zip.bytes(), source: "day.xlsx"))
        #expect(track.fixes.map(\.latitude) == [47, 47.01, 47.02])
    }
}
