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
              "$GAITWAY" classify rides/commute --format ndjson --live \\
                | "$GAITWAY" simulate --track rides/commute --places places.geojson --activities - --delay 30 --seed 5 \
            --format ndjson \\
                > run-$run.ndjson
            done
            "$GAITWAY" classify rides/commute --format ndjson --live > stream.ndjson
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

        // A verdict comes first, then what differs: by strategy, and by policy.
        #expect(result.text.hasPrefix("Strategy: ") && result.text.contains("\nPolicy: here delivers "))
        for name in ["nearest", "difference", "bubble", "bubble-difference", "full", "oracle", "here", "gaitway"] {
            #expect(result.text.contains(name), "\(result.text)")
        }
        #expect(result.text.contains("\nstrategies ") && result.text.split(separator: "\n").count < 40)
    }

    /// The gate is told if its activities know what comes later; a timeline may use them.
    @Test(arguments: ["--format ndjson", "--format csv"]) func hindsightIsSaid(format: String) throws {
        let folder = try TemporaryFolder()
        let line = """
            set -e
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            "$GAITWAY" classify rides/commute \(format) > whole
            "$GAITWAY" classify rides/commute \(format) --live > live
            for stream in whole live; do
              "$GAITWAY" simulate --track rides/commute --places places.geojson --activities $stream > out 2> $stream.1
              "$GAITWAY" simulate --track rides/commute --places places.geojson --activities - --format ndjson \\
                < $stream > out 2> $stream.2
              "$GAITWAY" gate explain --track rides/commute --places places.geojson --activities $stream \\
                > out 2> $stream.3
              "$GAITWAY" trips --track rides/commute --activities $stream > out 2> $stream.trips
            done
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        for number in 1...3 {
            let text = String(decoding: try folder.read("whole.\(number)"), as: UTF8.self)
            let notes = text.split(separator: "\n").filter { $0.contains("give a stream whose smoothing is causal") }
            #expect(notes.count == 1, "\(text)")
            #expect(try !String(decoding: folder.read("live.\(number)"), as: UTF8.self).contains("is causal"))
        }
        #expect(try !String(decoding: folder.read("whole.trips"), as: UTF8.self).contains("is causal"))
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
            classify() { "$GAITWAY" classify '\(path)' --live "$@" 2> /dev/null; }
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
        // A verdict, and every figure: in a heading, or among those that are the same for all.
        let lines = rows.map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.first?.hasPrefix("Strategy: ") == true && lines.count < 60)
        let text = lines.joined(separator: " ").replacing("  ", with: " ")
        for figure in ["entries", "registrations", "delivered", "waiting", "wake-ups", "GPS min", "energy J"] {
            #expect(text.contains(figure), "\(figure): \(text)")
        }
        let whole = try JSONSerialization.jsonObject(with: Data(folder.read("result.geojson"))) as? [String: Any]
        let features = try #require(whole?["features"] as? [[String: Any]])
        #expect(features.count > 1 && features.allSatisfy { $0["geometry"] is [String: Any] })
    }
}
