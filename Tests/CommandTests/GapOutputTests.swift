// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What `gaitway classify` writes around gaps, in every form: no activity lasts through a gap, and all forms agree.
@Suite struct GapOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A ride with random gaps, as one table or as a folder with a table for each sensor.
    private struct Ride {
        let path: String
        var gaps: [(from: Double, to: Double)] = []

        init(seed: UInt64, in folder: TemporaryFolder) throws {
            var generator = SeededGenerator(seed: seed)
            let hasRotation = seed % 3 > 0
            let rate = [25.0, 50, 100][Int(seed / 3 % 3)]
            let motion: [SyntheticLog.Motion] = [.still, .bouncing, .swaying]
            var log = SyntheticLog(seconds: 0)
            var (time, lengths) = (0.0, [0.7, 3, 5.2, 7.9, 12, 40])
            for segment in 0..<Int.random(in: 2...6, using: &generator) {
                let length = (lengths.randomElement(using: &generator) ?? 9) + .random(in: 0...2, using: &generator)
                let kind = motion.randomElement(using: &generator) ?? .still
                log.append(kind, seconds: length, rate: rate, start: time, seed: seed + UInt64(segment))
                time += (length * rate).rounded(.down) / rate
                lengths.append(length)
                time += [0.6, 1, 4, 20, 600].randomElement(using: &generator) ?? 4
            }
            let cells = log.rows.map { $0.split(separator: ",").map(String.init) }
            let times = cells.compactMap { Double($0[0]) }
            gaps = zip(times, times.dropFirst()).filter { $1 - $0 > 0.5 }.map { ($0, $1) }
            if seed % 2 == 0 || !hasRotation {
                let rows = cells.map { $0 + (hasRotation ? ["0.1", $0[1], "-0.2"] : []) }
                path = try folder.write(
                    log.header + (hasRotation ? ",gx (rad/s),gy (rad/s),gz (rad/s)\n" : "\n")
                        + rows.map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n", to: "ride.csv")
            } else {
                // The gyroscope ends before the acceleration, and misses some of it.
                let turns = cells.filter { $0[0] < cells[cells.count * 3 / 4][0] || seed % 4 == 1 }
                for (name, rows) in [("TotalAcceleration", cells), ("Gyroscope", turns)] {
                    let lines = rows.compactMap { row in
                        Double(row[0]).map {
                            "\(1_750_000_000_000_000_000 + Int64($0 * 1e9)),\($0),\(row[3]),\(row[2]),\(row[1])\n"
                        }
                    }
                    _ = try folder.write("time,seconds_elapsed,z,y,x\n" + lines.joined(), to: "ride/\(name).csv")
                }
                path = folder.path("ride")
            }
        }
    }

    /// One line of a stream.
    private struct Line {
        var start: Double
        var delivered: Double
        var activity: String
        var reason: String
        var isAtRest = false

        /// Its words in a table.
        var words: String {
            isAtRest
                ? "vehicle at rest"
                : activity == "none" ? "none of these" : activity == "unknown" ? "unknown \(reason)" : activity
        }
    }

    private func lines(_ path: String, _ options: [String]) throws -> (lines: [Line], end: Double) {
        let result = try Command.run(["classify", path, "--format", "ndjson"] + options, in: folder)
        #expect(result.status == 0 || result.status == 3, "\(result.errors)")
        return try lines(result.text)
    }

    private func lines(_ text: String) throws -> (lines: [Line], end: Double) {
        var (lines, end) = ([Line](), 0.0)
        for line in text.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            if let last = object["end"] as? Double { end = last }
            guard let elapsed = object["elapsed"] as? Double, let delivered = object["delivered"] as? Double,
                let activity = object["activity"] as? String
            else { continue }
            let isAtRest = object["automotive"] as? Bool == true && object["stationary"] as? Bool == true
            lines.append(
                Line(
                    start: (object["window"] as? [Double])?.first ?? elapsed, delivered: delivered, activity: activity,
                    reason: object["reason"] as? String ?? "", isAtRest: isAtRest))
        }
        return (lines, end)
    }

    private func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        return String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
    }

    @Test(arguments: 0..<UInt64(Rounds.count(48)))
    func noActivityLastsThroughAGapInAnyForm(seed: UInt64) throws {
        let ride = try Ride(seed: seed, in: folder)
        for options in [[], ["--live"], ["--every-window"], ["--every-window", "--live"]] {
            let (lines, end) = try lines(ride.path, options)
            let comment: Comment = "seed \(seed), \(options)"
            #expect(!lines.isEmpty && zip(lines, lines.dropFirst()).allSatisfy { $0.start <= $1.start }, comment)
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.delivered <= $1.delivered }, comment)
            for (line, next) in zip(lines, lines.dropFirst().map(\.start) + [end]) where line.activity != "unknown" {
                for gap in ride.gaps {
                    #expect(min(next, gap.to) - max(line.start, gap.from) < 0.002, "\(comment): \(line), gap \(gap)")
                }
            }
        }
        let windows = try lines(ride.path, ["--every-window"])
        var rows: [(start: Double, words: String)] = []
        for line in windows.lines where line.words != rows.last?.words {
            rows.append((rows.isEmpty ? 0 : line.start, line.words))
        }
        let table = try Command.run(["classify", ride.path, "--all"], in: folder).text.split(separator: "\n")
        let shown = table.dropFirst().prefix { !$0.contains("  end") }.map { line in
            line.split(separator: " ").filter { !$0.contains(":") || $0.hasPrefix("0:") }
        }
        #expect(shown.map { String($0[0]) } == rows.map { clock($0.start) }, "seed \(seed)")
        for (words, row) in zip(shown, rows) {
            #expect(words.dropFirst(2).joined(separator: " ").hasPrefix(row.words), "seed \(seed)")
        }
        // A sum of shares differs from 100 by what rounding adds.
        let shares = table.drop { !$0.hasPrefix("activity") }.dropFirst().prefix { $0.contains(" %") }.compactMap {
            row in
            row.split(separator: "%").first?.split(separator: " ").last.flatMap { Int($0) }
        }
        #expect(abs(shares.reduce(0, +) - 100) <= max(0, shares.count - 1), "seed \(seed): \(shares)")
        let csv = try Command.run(["classify", ride.path, "--every-window", "--format", "csv"], in: folder).text
        let cells = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let place = try #require(cells.first?.firstIndex(of: "activity"))
        #expect(cells.dropFirst().map { String($0[place]) } == windows.lines.map(\.activity), "seed \(seed)")
    }

    @Test(arguments: [3, 5, 6] as [UInt64]) func aPipeGivesTheAnswersOfTheTime(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let ride = try Ride(seed: 2 * seed, in: folder)
        let bytes = try folder.read("ride.csv")
        var (chunks, next) = ([ArraySlice<UInt8>](), 0)
        while next < bytes.count {
            let end = min(bytes.count, next + .random(in: 1...60_000, using: &generator))
            chunks.append(bytes[next..<end])
            next = end
        }
        let piped = try Command.run(
            ["classify", "-", "--format", "ndjson", "--every-window"], chunks: chunks, in: folder)
        let live = try lines(ride.path, ["--every-window", "--live"])
        #expect(try lines(piped.text).lines.map(\.start) == live.lines.map(\.start))
        #expect(try lines(piped.text).lines.map(\.words) == live.lines.map(\.words))
    }
}
