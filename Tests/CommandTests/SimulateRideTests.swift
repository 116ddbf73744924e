// SPDX-License-Identifier: Apache-2.0
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

    /// A gate refuses activities that know what comes later, and names the command that works; a timeline uses them.
    @Test(arguments: ["--format ndjson", "--format csv --all"]) func hindsightIsRefused(format: String) throws {
        let folder = try TemporaryFolder()
        let line = """
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            "$GAITWAY" classify rides/commute \(format) > whole
            "$GAITWAY" classify rides/commute \(format) --live > live
            for stream in whole live; do
              words="--track rides/commute --places places.geojson --activities"
              "$GAITWAY" simulate $words $stream > $stream.1 2> $stream.1.errors; echo $?
              "$GAITWAY" simulate $words - --format ndjson < $stream > $stream.2 2> $stream.2.errors; echo $?
              "$GAITWAY" gate explain $words $stream > $stream.3 2> $stream.3.errors; echo $?
              "$GAITWAY" trips --track rides/commute --activities $stream > out; echo $?
            done
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.text == "3\n3\n3\n0\n0\n0\n0\n0\n", "\(result.errors)")
        func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
        let pipe = "run gaitway classify rides/commute --live --format ndjson | gaitway "
        let options = "--track rides/commute --places places.geojson --activities -"
        for (number, rest) in [("1", "simulate \(options)\n"), ("3", "gate explain \(options)\n")] {
            #expect(try text("whole.\(number)").isEmpty)
            #expect(try text("whole.\(number).errors").hasSuffix(pipe + rest))
        }
        // A CSV without its header shows only at its end that it came at its end.
        #expect(try text("whole.2").isEmpty || format == "--format csv --all")
        #expect(try text("whole.2.errors").hasSuffix(pipe + "simulate \(options) --format ndjson\n"))
        // The command that the message names works.
        let advised = try text("whole.2.errors").split(separator: "; run ")[1].replacing(
            "gaitway ", with: "\"$GAITWAY\" ")
        let again = try Command.shell("cd '\(folder.root)'; \(advised)", in: folder)
        #expect(again.status == 0 && again.text.contains("driving"))
        if format.contains("ndjson") { #expect(try again.text == text("live.2")) }
    }

    /// A ride with motion needs no stream: its reports are those of `classify --live`.
    @Test func aRideWithMotionIsClassifiedLive() throws {
        let folder = try TemporaryFolder()
        let line = """
            set -e
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            "$GAITWAY" classify rides/commute --format ndjson --live > live
            for format in table ndjson geojson; do
              words="--track rides/commute --places places.geojson --format $format"
              "$GAITWAY" simulate $words --activities live > given 2> given.errors
              "$GAITWAY" simulate $words > own 2> own.errors
              cmp given own
            done
            "$GAITWAY" gate explain --track rides/commute --places places.geojson --entry 1 2> explained.errors
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)\(result.text)")
        for name in ["own", "explained"] {
            let errors = String(decoding: try folder.read(name + ".errors"), as: UTF8.self)
            #expect(
                errors.contains("rides/commute: no activity reports: its motion is classified as with gaitway classify")
            )
            #expect(!errors.contains("only fast fixes"))
        }
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
            classify --format csv --all | play --activities - --format geojson > result.geojson
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
