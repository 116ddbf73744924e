// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct StreamEncoderTests {
    private static let start = Timestamp(iso8601: "2026-05-01T08:00:12.800Z")

    private static let walk = ActivityReport(
        activity: MotionActivity(
            flags: .walking, confidence: .high, elapsed: .nanoseconds(12_800_000_000), start: start),
        delivered: .nanoseconds(17_920_000_000),
        probabilities: ActivityProbabilities { [0.01, 0.95, 0.01, 0.01, 0.0179, 0.0021][$0.rawValue] })

    private static let unknown = ActivityReport(
        activity: MotionActivity(flags: .unknown, confidence: .low, elapsed: .zero, start: nil),
        delivered: .nanoseconds(5_120_000_000),
        reason: "gap", isRepeat: true, window: .zero ..< .milliseconds(5120))

    /// A vehicle at rest, with a speed.
    private static let rest = ActivityReport(
        activity: MotionActivity(
            flags: [.automotive, .stationary], confidence: .medium, elapsed: .seconds(20), start: nil),
        delivered: .seconds(25), speed: 0.25)

    private func lines(_ encoding: StreamEncoding, hasComments: Bool = false) -> [String] {
        let stream = DecodedStream(
            header: StreamHeader(source: "a \"b\",\n", model: "default 1", origin: nil, smoothing: "lag"),
            reports: [Self.walk, Self.unknown],
            footer: StreamFooter(
                end: .seconds(600), windows: 117,
                repaired: [.init(kind: "gap", count: 1), .init(kind: "duplicate", count: 2)]))
        let bytes = encode([stream], encoding, hasComments: hasComments)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func ndjsonIsWrittenAsTheFormatSays() {
        let flags = #""stationary":false,"walking":true,"running":false,"automotive":false,"cycling":false"#
        let probabilities =
            #"{"stationary":0.0100,"walking":0.9500,"running":0.0100,"cycling":0.0100,"#
            + #""automotive":0.0179,"none":0.0021}"#
        #expect(
            lines(.ndjson) == [
                Self.header,
                #"{"elapsed":12.8,"start":"2026-05-01T08:00:12.800Z","delivered":17.92,"activity":"walking","# + flags
                    + #","unknown":false,"confidence":"high","probabilities":"# + probabilities + "}",
                #"{"elapsed":0,"start":null,"delivered":5.12,"activity":"unknown","#
                    + flags.replacing("true", with: "false")
                    + #","unknown":true,"confidence":"low","reason":"gap","repeat":true,"window":[0,5.12]}"#,
                Self.footer, "",
            ])
    }

    private static let header =
        #"{"gaitway":"activity-stream","version":3,"source":"a \"b\",\n","model":"default 1","origin":null,"#
        + #""smoothing":"lag"}"#
    private static let footer = #"{"end":600,"windows":117,"repaired":{"gap":1,"duplicate":2}}"#

    @Test func csvIsWrittenAsTheFormatSays() {
        let comma = { (count: Int) in String(repeating: ",", count: count) }
        // The source has a line end, so a row spans two lines.
        let rows = [
            #""a ""b"","#,
            #"",12.8,2026-05-01T08:00:12.800Z,17.92,walking,false,true,false,false,false,false,high,"#
                + "0.0100,0.9500,0.0100,0.0100,0.0179,0.0021" + comma(8) + "false,,",
            #""a ""b"","#,
            #"",0,,5.12,unknown,false,false,false,false,false,true,low"# + comma(13) + "gap,true,0,5.12",
        ]
        let names = CSVColumn.columns([]).map(\.rawValue).joined(separator: ",")
        #expect(names.hasPrefix("source,elapsed,start,delivered,activity,stationary,"))
        #expect(lines(.csv) == [names] + rows + [""])
        #expect(lines(.csv, hasComments: true) == ["# " + Self.header, names] + rows + ["# " + Self.footer, ""])
    }

    /// A vehicle at rest is automotive in one word, and the header lists the optional fields.
    @Test func speedsAreAnnounced() {
        let stream = DecodedStream(
            header: StreamHeader(source: "#1", model: "", origin: nil, hasSpeed: true), reports: [Self.rest],
            footer: StreamFooter(end: .seconds(30), windows: 2, repaired: [], windowsWithSpeed: 1))
        let json = String(decoding: encode([stream], .ndjson), as: UTF8.self)
        #expect(json.contains(#""origin":null,"smoothing":null,"fields":["speed"]}"# + "\n"))
        #expect(json.contains(#""delivered":25,"activity":"automotive","stationary":true,"walking":false,"#))
        #expect(json.contains(#""speed":0.250}"#) && json.contains(#""windows":2,"windows_with_speed":1,"#))
        let table = String(decoding: encode([stream], .csv, hasComments: false), as: UTF8.self)
        let lines = table.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix(",window.to,speed"))
        // A # in a name begins no comment.
        #expect(lines[1].hasPrefix("\"#1\",20,,25,automotive,true,") && lines[1].hasSuffix(",false,,,0.250"))
    }

    /// A stream that counts steps has them in each line; the cadence is null at rest.
    @Test func stepsAreAnnounced() {
        var (walk, rest) = (Self.walk, Self.rest)
        (walk.steps, walk.cadence, rest.steps) = (24, 1.875, 31)
        let stream = DecodedStream(
            header: StreamHeader(source: "", model: "", origin: nil, hasSpeed: true, hasSteps: true),
            reports: [walk, rest],
            footer: StreamFooter(end: .seconds(30), windows: 2, repaired: [], windowsWithSpeed: 1, steps: 32))
        let json = String(decoding: encode([stream], .ndjson), as: UTF8.self).split(separator: "\n")
        #expect(json[0].hasSuffix(#","fields":["speed","steps"]}"#))
        #expect(json[1].hasSuffix(#"},"steps":24,"cadence":1.88}"#))
        #expect(json[2].hasSuffix(#","speed":0.250,"steps":31,"cadence":null}"#))
        #expect(json[3] == #"{"end":30,"windows":2,"windows_with_speed":1,"steps":32,"repaired":{}}"#)
        let table = String(decoding: encode([stream], .csv, hasComments: false), as: UTF8.self)
            .split(separator: "\n")
        #expect(table[0].hasSuffix(",window.to,speed,steps,cadence"))
        #expect(table[1].hasSuffix(",,24,1.88") && table[2].hasSuffix(",0.250,31,"))
    }

    @Test(arguments: [
        (0.0, "0.0000"), (1.0, "1.0000"), (0.01, "0.0100"), (0.00005, "0.0001"), (0.99996, "1.0000"),
        (-1e-12, "0.0000"),
        (1.0000000002, "1.0000"), (0.3333333, "0.3333"), (0.0625, "0.0625"),
    ])
    func probabilitiesHaveFourDecimals(probability: Double, text: String) {
        let probabilities = ActivityProbabilities { _ in probability }
        let written = probabilities.written(.walking)
        #expect(DecimalText.text(written, places: ActivityProbabilities.decimals) == text)
    }
}
