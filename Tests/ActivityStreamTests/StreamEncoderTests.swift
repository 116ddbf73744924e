import Formats
import MotionTypes
import TestSupport
import Testing

@testable import ActivityStream

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

    private func lines(_ encoding: StreamEncoding, first: Bool = false) -> [String] {
        let stream = DecodedStream(
            header: StreamHeader(source: "a \"b\",\n", model: "default 1", origin: nil),
            reports: [Self.walk, Self.unknown],
            footer: StreamFooter(
                end: .seconds(600), windows: 117,
                repaired: [.init(kind: "gap", count: 1), .init(kind: "duplicate", count: 2)]))
        let bytes = encode([stream], encoding, sourceComesFirst: first)
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
                #"{"gaitway":"activity-stream","version":1,"source":"a \"b\",\n","model":"default 1","origin":null}"#,
                #"{"elapsed":12.8,"start":"2026-05-01T08:00:12.800Z","delivered":17.92,"# + flags
                    + #","unknown":false,"confidence":"high","probabilities":"# + probabilities + "}",
                #"{"elapsed":0,"start":null,"delivered":5.12,"#
                    + flags.replacing("true", with: "false")
                    + #","unknown":true,"confidence":"low","reason":"gap","repeat":true,"window":[0,5.12]}"#,
                #"{"end":600,"windows":117,"repaired":{"gap":1,"duplicate":2}}"#,
                "",
            ])
    }

    @Test func csvIsWrittenAsTheFormatSays() {
        let end = #"600,117,"{""gap"":1,""duplicate"":2}""#
        let comma = { (count: Int) in String(repeating: ",", count: count) }
        let report =
            "12.8,2026-05-01T08:00:12.800Z,17.92,false,true,false,false,false,false,high,"
            + "0.0100,0.9500,0.0100,0.0100,0.0179,0.0021" + comma(11)
        let silence = "0,,5.12,false,false,false,false,false,true,low" + comma(13) + "gap,true,0,5.12"
        let names = CSVColumn.columns(hasSpeed: false).map(\.rawValue)
        #expect(
            lines(.csv) == [
                names.joined(separator: ","), comma(26) + "activity-stream,1,\"a \"\"b\"\",",
                "\",default 1,,,,",
                report + comma(7), silence + comma(8), comma(31) + end, "",
            ])
        let source = ["\"a \"\"b\"\",", "\","]
        #expect(
            lines(.csv, first: true) == [
                (["source"] + names.filter { $0 != "source" }).joined(separator: ","), source[0],
                source[1] + comma(26) + "activity-stream,1,default 1,,,,", source[0],
                source[1] + report + comma(6), source[0], source[1] + silence + comma(7), source[0],
                source[1] + comma(30) + end, "",
            ])
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
