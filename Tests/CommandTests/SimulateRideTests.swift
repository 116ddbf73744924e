import Testing

/// From a ride to its alerts, through the binary: each step's output is the next one's input.
@Suite struct SimulateRideTests {
    @Test func aRideIsClassifiedAndPlayed() throws {
        let folder = try TemporaryFolder()
        let line = """
            set -e
            cd '\(folder.root)'
            "$GAITWAY" synthesize --output rides --seed 7
            "$GAITWAY" places make --track rides/commute --count 60 --spread 150 --seed 3 > places.geojson
            for run in 1 2; do
              "$GAITWAY" classify rides/commute --format ndjson \\
                | "$GAITWAY" simulate --track rides/commute --places places.geojson --activities - --delay 30 --seed 5 --format ndjson \\
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

        let rows = result.text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(rows.first?.first == "strategy")
        let pairs = rows.dropFirst().map { "\($0[0]) \($0[1])" }
        let strategies = ["nearest", "difference", "bubble", "bubble-difference", "full", "oracle"]
        let expected = strategies.flatMap { strategy in
            ["here", "article", "gaitway"].map { "\(strategy) \($0)" }
        }
        #expect(pairs.sorted() == expected.sorted())
    }
}
