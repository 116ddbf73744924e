// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline
import Glibc

/// Scores timelines of the days of e-mission and MobilityNet against their expected trips; see Benchmarks/README.md.
@main package struct TripsBenchmark {
    package static func main() {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            if let rides = arguments.rides, let manifest = arguments.manifest {
                let text = try RideStudy.run(days: arguments.days, rides: rides, manifest: manifest) { say($0) }
                return print(text, terminator: "")
            }
            let json = try arguments.checks ? rules(arguments) { say($0) }.json : scores(arguments) { say($0) }.json
            print(json, terminator: "")
        } catch {
            say("\(error)")
            exit(error is Arguments.Fault ? 2 : 3)
        }
    }

    /// Scores the days one after the other; `note` takes remarks beside the figures.
    package static func scores(_ arguments: Arguments, note: (String) -> Void) throws -> TripScores {
        var scores = DayScores()
        try forEachTimeline(arguments, note: note) { day, timeline, _ in
            if let folder = arguments.savedTimelines {
                try Files.write(TimelineExport.json(timeline), to: day.name + ".json", in: folder)
            }
            scores.add(day, day.figures(of: timeline))
        }
        return scores.scores
    }

    /// Checks the timelines of the days against the rules that hold for all of them.
    package static func rules(_ arguments: Arguments, note: (String) -> Void) throws -> BrokenRules {
        var rules = BrokenRules()
        try forEachTimeline(arguments, note: note) { day, timeline, policy in
            let fixes = day.fixes.map { ($0.time, $0.fix) }
            rules.add(day.name, TimelineCheck(policy: policy).faults(of: timeline, fixes: fixes))
        }
        return rules
    }

    private static func forEachTimeline(
        _ arguments: Arguments, note: (String) -> Void,
        _ body: (TripDay, TimelineDocument, TimelinePolicy) throws -> Void
    ) throws {
        let policy =
            try arguments.policy.map { path in
                try Files.reading(path) { (bytes) throws(InputError) in try TimelinePolicy(json: bytes) }
            } ?? TimelinePolicy()
        try TripDayFolder(arguments.days).forEachDay { day in
            if let timeline = try timeline(of: day, arguments, policy) {
                try body(day, timeline, policy)
            } else {
                note("\(day.name).json: not there; the day is left out")
            }
        }
    }

    /// The timeline to score; nil if its file is missing.
    private static func timeline(
        of day: TripDay, _ arguments: Arguments, _ policy: TimelinePolicy
    ) throws -> TimelineDocument? {
        guard let folder = arguments.timelines else { return day.timeline(policy: policy) }
        let path = "\(folder)/\(day.name).json"
        guard Files.exists(path) else { return nil }
        return try TimelineDocument(json: Files.bytes(path), source: path)
    }

    private static func say(_ text: String) {
        let line = Array("trips-benchmark: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
