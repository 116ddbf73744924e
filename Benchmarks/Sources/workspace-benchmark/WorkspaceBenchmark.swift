// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import Glibc

/// Measures what a workspace does while a person waits.
@main struct WorkspaceBenchmark {
    private static let usage = """
        usage: workspace-benchmark desk MANIFEST ROOT [RIDES [PLACES]]
               workspace-benchmark compare MANIFEST ROOT [COLUMN=VALUE]...
        """

    static func main() async {
        do {
            try await run()
        } catch {
            stop("\(error)", 3)
        }
    }

    private static func run() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 3 else { stop(usage, 2) }
        let manifest = try InputFile(path: words[1]).whole(limit: 64 << 20, remedy: "give a manifest")
        switch words[0] {
        case "desk":
            let counts = words.dropFirst(3).map { Int($0, in: .countable) ?? 0 }
            guard counts.count <= 2, counts.allSatisfy({ $0 > 0 }) else { stop(usage, 2) }
            let desk = try DeskBenchmark(
                manifest: Manifest(csv: manifest, source: words[1]), root: words[2], rides: counts.first ?? 50,
                places: counts.dropFirst().first ?? 20)
            try await desk.run()
        case "compare":
            let filters = words.dropFirst(3).compactMap { ManifestFilter(parsing: $0) }
            guard filters.count == words.count - 3 else { stop(usage, 2) }
            let rides = try LabelledRides(
                manifest: manifest, source: words[1], root: words[2], where: filters.map { ($0.column, $0.value) },
                skipsUnreadable: true)
            try await compare(rides)
        default: stop(usage, 2)
        }
    }

    private static func compare(_ rides: LabelledRides) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let comparison = try await ModelComparison(of: DefaultModel.load(), on: rides) { progress in
            if case .note(let text) = progress { print(text) }
        }
        let wall = (clock.now - start).inSeconds
        print(comparison.json)
        let use = ProcessUsage.now
        print("\(wall) s, CPU \(use.seconds) s, \(use.peak) MiB")
    }
}
