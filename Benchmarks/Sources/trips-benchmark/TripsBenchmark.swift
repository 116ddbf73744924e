import Glibc
import MotionTypes
package import Timeline

/// Scores timelines of the days of e-mission and MobilityNet against their expected trips; see Benchmarks/README.md.
@main package struct TripsBenchmark {
    package static func main() {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            print(try scores(arguments) { say($0) }.json, terminator: "")
        } catch {
            say("\(error)")
            exit(error is Arguments.Fault ? 2 : 3)
        }
    }

    /// Scores the days one after the other; `note` takes remarks beside the figures.
    package static func scores(_ arguments: Arguments, note: (String) -> Void) throws -> TripScores {
        let policy =
            try arguments.policy.map { path in
                try Files.reading(path) { (bytes) throws(InputError) in try TimelinePolicy(json: bytes) }
            } ?? TimelinePolicy()
        var scores = DayScores()
        try TripDayFolder(arguments.days).forEachDay { day in
            guard let timeline = try timeline(of: day, arguments, policy) else {
                note("\(day.name).json: not there; the day is left out")
                return
            }
            if let folder = arguments.savedTimelines {
                try Files.write(TimelineExport.json(timeline), to: day.name + ".json", in: folder)
            }
            scores.add(day, day.figures(of: timeline))
        }
        return scores.scores
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
