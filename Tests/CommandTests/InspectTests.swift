// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway inspect`: its report of a log.
@Suite struct InspectTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func plainLog() throws {
        var log = SyntheticLog(seconds: 30, start: 1_750_000_000)
        log.append(.still, seconds: 10, start: 1_750_000_040)
        let path = try folder.write(log.text, to: "log.csv")
        let result = try Command.run(["inspect", path, "--time-zone", "Europe/Berlin"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        for words in [
            path, "plain", "2025-06-15 17:06:40, Europe/Berlin", "49.98 s", "2000  50.00", "1 gap", "m/s²",
        ] {
            #expect(result.text.contains(words), "\(words) in \(result.text)")
        }
    }

    @Test func programsGetJSON() throws {
        var log = SyntheticLog(seconds: 30, start: 1_750_000_000)
        log.append(.still, seconds: 10, start: 1_750_000_040)
        let path = try folder.write(log.text, to: "log.csv")
        let result = try Command.run(["inspect", path, path, "--json"], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["source"] as? String == path && object["start"] as? String == "2025-06-15T15:06:40.000Z")
            let sensors = try #require(object["sensors"] as? [[String: Any]])
            #expect(sensors.map { $0["sensor"] as? String } == ["acceleration"])
            #expect(sensors.first?["samples"] as? Int == 2000 && sensors.first?["gaps"] as? Int == 1)
            #expect(object["repaired"] is [String: Any])
        }
    }

    @Test func guessesAreSaid() throws {
        var log = SyntheticLog(seconds: 30, scale: 1 / 9.80665)
        log.header = "time,ax,ay,az"
        let path = try folder.write(log.text, to: "log.csv")
        let text = try Command.run(["inspect", path], in: folder).text
        #expect(text.contains("guessed") && text.contains("g") && text.contains("seconds (median step 0.02)"))
        // What classify guesses it says on standard error, so that its output stays a stream.
        let classified = try Command.run(["classify", path, "--format", "ndjson"], in: folder)
        #expect(!classified.errors.isEmpty && !classified.text.contains("median"))
    }

    @Test func repairsAreCounted() throws {
        var log = SyntheticLog(seconds: 30)
        log.rows.swapAt(100, 101)
        log.rows[500] = "no row"
        let text = try Command.run(["inspect", folder.write(log.text, to: "log.csv")], in: folder).text
        #expect(text.contains("out-of-order 1") && text.contains("bad-row 1"))
    }

    @Test func badLogAmongGoodOnes() throws {
        let good = try folder.write(SyntheticLog(seconds: 10).text, to: "good.csv")
        let result = try Command.run(["inspect", folder.path("missing.csv"), good], in: folder)
        #expect(result.status == 3)
        #expect(result.text.hasPrefix(good + ": "))
        #expect(result.errorLines.count == 1)
    }
}
