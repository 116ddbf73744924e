import Foundation
import TestSupport
import Testing

/// From a ride to its alerts, through the binary: each step's output is the next one's input.
@Suite struct SimulateRideTests {
    @Test func aRideIsClassifiedAndPlayed() throws {
        let folder = try TemporaryFolder()
        let line = """
            set -e
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            for run in 1 2; do
              "$GAITWAY" classify rides/commute --format ndjson \\
                | "$GAITWAY" simulate --track rides/commute --places places.geojson --activities - --delay 30 --seed 5 \
            --format ndjson \\
                > run-$run.ndjson
            done
            "$GAITWAY" classify rides/commute --format ndjson > stream.ndjson
            "$GAITWAY" simulate --track rides/commute --places places.geojson --activities stream.ndjson --compare
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let first = try folder.read("run-1.ndjson")
        let second = try folder.read("run-2.ndjson")
        #expect(!first.isEmpty && first == second)
        let text = String(decoding: first, as: UTF8.self)
        // There was something to decide, and the ride's own reports decided it.
        #expect(text.contains("\"decision\":\"deliver\"") && text.contains("driving"))
        #expect(!text.contains("no-motion-hardware"))

        // The figures come in parts that fit, each with a row for each strategy and profile.
        let names = result.text.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).prefix(2).joined(separator: " ")
        }
        #expect(names.first == "strategy, policy")
        let strategies = ["nearest", "difference", "bubble", "bubble-difference", "full", "oracle"]
        let expected = strategies.flatMap { strategy in
            ["here", "article", "gaitway"].map { "\(strategy), \($0)" }
        }
        for part in names.split(separator: "strategy, policy") { #expect(part.sorted() == expected.sorted()) }
    }

    /// Rides of four loggers with their location: in a table of its own, or beside the samples.
    @Test(
        .enabled(if: Rides.areAvailable, Comment(rawValue: Rides.reason)),
        arguments: [
            "mlqs_andras/Cycling/Cycle 2024-06-15 02-32-14",
            "ml4qs66_sensorlogger/walking/walking3-2023-06-10_19-44-49",
            "byke/citytrack2.csv", "cloudpose_driving/dataset1_phone.csv",
        ]) func realRidesArePlayed(_ ride: String) throws
    {
        let folder = try TemporaryFolder()
        let path = Rides.path(ride)
        let line = """
            set -e -o pipefail
            cd '\(folder.root)'
            "$GAITWAY" places make --track '\(path)' --count 200 --spread 150 --seed 3 > places.geojson
            play() { "$GAITWAY" simulate --track '\(path)' --places places.geojson "$@"; }
            classify() { "$GAITWAY" classify '\(path)' "$@" 2> /dev/null; }
            classify --format ndjson | play --activities - --format ndjson > decisions.ndjson
            classify --format csv | play --activities - --format geojson > result.geojson
            classify --format ndjson | play --activities - --compare > compare.txt
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let decisions = String(decoding: try folder.read("decisions.ndjson"), as: UTF8.self)
        #expect(decisions.contains("\"decision\":\""))
        #expect(decisions.split(separator: "\n").last?.contains("\"end\":true") == true)
        let rows = try folder.read("compare.txt").split(separator: UInt8(ascii: "\n"))
        // Parts of 80 columns: a heading, and a row for each strategy and policy. The last figure is the cost.
        let headings = rows.filter { $0.starts(with: "strategy, policy".utf8) }
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(rows.first?.starts(with: "strategy, policy".utf8) == true)
        #expect(rows.count == headings.count * (1 + 6 * 3))
        for figure in ["entries", "registrations", "delivered", "waiting", "wake-ups", "GPS min", "energy J"] {
            #expect(headings.count { $0.contains(figure) } == 1, "\(figure)")
        }
        #expect(headings.last?.hasSuffix("energy J") == true)
        let whole = try JSONSerialization.jsonObject(with: Data(folder.read("result.geojson"))) as? [String: Any]
        let features = try #require(whole?["features"] as? [[String: Any]])
        #expect(features.count > 1 && features.allSatisfy { $0["geometry"] is [String: Any] })
    }
}
