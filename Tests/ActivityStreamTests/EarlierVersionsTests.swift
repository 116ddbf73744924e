// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Streams that were written before version 3 are read, in both encodings.
@Suite struct EarlierVersionsTests {
    private static let flags = #""stationary":true,"walking":false,"running":false,"automotive":true,"cycling":false"#
    private static let report =
        #"{"elapsed":1,"start":"2026-05-01T08:00:01.000Z","delivered":6.12,"# + flags
        + #","unknown":false,"confidence":"low","probabilities":{"stationary":0.1000,"#
        + #""walking":0.2000,"running":0.1000,"#
        + #""cycling":0.1000,"automotive":0.4000,"none":0.1000},"repeat":true,"window":[1,6.12]}"#
    private static let header =
        #"{"gaitway":"activity-stream","version":1,"source":"a,b","model":"m","origin":"2026-05-01T08:00:00.000Z"}"#
    private static let footer = #"{"end":9,"windows":2,"repaired":{"gap":1}}"#

    private static let names =
        "elapsed,start,delivered,stationary,walking,running,automotive,cycling,unknown,confidence,"
        + ["probabilities", "smoothed"].flatMap { group in
            ["stationary", "walking", "running", "cycling", "automotive", "none"].map { group + "." + $0 }
        }.joined(separator: ",") + ",reason,repeat,window.from,window.to"
    private static let row =
        "1,2026-05-01T08:00:01.000Z,6.12,true,false,false,true,false,false,low,"
        + "0.1000,0.2000,0.1000,0.1000,0.4000,0.1000"
        + commas(8) + "true,1,6.12"
    private static let table = [
        names + ",gaitway,version,source,model,origin,end,windows,repaired",
        commas(26) + "activity-stream,1,\"a,b\",m,2026-05-01T08:00:00.000Z,,,", row + commas(8),
        commas(31) + "9,2,\"{\"\"gap\"\":1}\"",
    ]
    /// A table of several logs, whose first column is the source.
    private static let several = [
        "source," + names + ",gaitway,version,model,origin,end,windows,repaired",
        "\"a,b\"" + commas(27) + "activity-stream,1,m,2026-05-01T08:00:00.000Z,,,", "\"a,b\"," + row + commas(7),
        "\"a,b\"" + commas(31) + "9,2,\"{\"\"gap\"\":1}\"",
    ]

    private static func commas(_ count: Int) -> String { String(repeating: ",", count: count) }

    private static var stream: DecodedStream {
        get throws {
            let origin = try #require(Timestamp(iso8601: "2026-05-01T08:00:00Z"))
            return DecodedStream(
                header: StreamHeader(source: "a,b", model: "m", origin: origin),
                reports: [
                    ActivityReport(
                        activity: MotionActivity(
                            flags: [.stationary, .automotive], confidence: .low, elapsed: .seconds(1),
                            start: origin + .seconds(1)),
                        delivered: .milliseconds(6120),
                        probabilities: ActivityProbabilities { [0.1, 0.2, 0.1, 0.1, 0.4, 0.1][$0.rawValue] },
                        isRepeat: true, window: .seconds(1) ..< .milliseconds(6120))
                ],
                footer: StreamFooter(end: .seconds(9), windows: 2, repaired: [.init(kind: "gap", count: 1)]))
        }
    }

    @Test(arguments: [[header, report, footer], table, several]) func versionOneIsRead(_ lines: [String]) throws {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        #expect(try DecodedStream.all(in: bytes) == [Self.stream])
        #expect(try DecodedStream.all(in: bytes + bytes) == [Self.stream, Self.stream])
        // Written again, it is of version 3.
        let again = encode([try Self.stream], .ndjson)
        #expect(String(decoding: again, as: UTF8.self).contains("\"version\":3"))
        #expect(try DecodedStream.all(in: again) == [Self.stream])
    }

    @Test func versionTwoIsRead() throws {
        var expected = try Self.stream
        expected.header.hasSpeed = true
        expected.reports[0].speed = 12.5
        expected.footer?.windowsWithSpeed = 1
        let json = [
            Self.header.replacing("\"version\":1", with: "\"version\":2"),
            Self.report.replacing("}\n", with: "").dropLast() + ",\"speed\":12.500}",
            Self.footer.replacing("\"windows\":2", with: "\"windows\":2,\"windows_with_speed\":1"),
        ]
        let table = [
            Self.names + ",speed,gaitway,version,source,model,origin,end,windows,windows_with_speed,repaired",
            Self.commas(27) + "activity-stream,2,\"a,b\",m,2026-05-01T08:00:00.000Z,,,,",
            Self.row + ",12.500" + Self.commas(9), Self.commas(32) + "9,2,1,\"{\"\"gap\"\":1}\"",
        ]
        for lines in [json, table] {
            #expect(try DecodedStream.all(in: lines.map { $0 + "\n" }.joined().utf8) == [expected])
        }
        // Version 1 has no speeds.
        #expect(throws: InputError.self) {
            try DecodedStream.all(in: [Self.header, json[1]].joined(separator: "\n").utf8)
        }
        #expect(throws: InputError.self) {
            try DecodedStream.all(in: table.joined(separator: "\n").replacing("stream,2", with: "stream,1").utf8)
        }
    }

    /// Files of different versions were joined.
    @Test func versionsFollowOneAnother() throws {
        let old = Array(Self.table.map { $0 + "\n" }.joined().utf8)
        let new = encode([try Self.stream], .csv)
        #expect(try DecodedStream.all(in: old + new + old) == [Self.stream, Self.stream, Self.stream])
        let rows = encode([try Self.stream], .csv, hasComments: false)
        let streams = try DecodedStream.all(in: old + rows + old)
        let expected = Array(repeating: try Self.stream.reports, count: 3)
        #expect(streams.map(\.header.model) == ["m", "", "m"] && streams.map(\.reports) == expected)
    }

    /// The activity as a word is of version 3.
    @Test func newKeysAreRefused() throws {
        let spoken = Self.report.replacing(
            "\"delivered\":6.12,", with: "\"delivered\":6.12,\"activity\":\"automotive\",")
        for lines in [
            [Self.header, spoken, Self.footer],
            [Self.header.replacing("}", with: ",\"smoothing\":\"causal\"}"), Self.report, Self.footer],
        ] {
            #expect(throws: InputError.self) { try DecodedStream.all(in: lines.joined(separator: "\n").utf8) }
        }
    }
}
