// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import Glibc

/// Shows how many minutes of labels a model needs if stretches are labelled by a measure or by chance; see the
/// package's README.
@main struct LabellingBenchmark {
    static func main() async {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            try run(arguments, try await windows(arguments))
        } catch {
            let line = Array("labelling-benchmark: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(error is Arguments.Fault ? 2 : 3)
        }
    }

    private static func windows(_ arguments: Arguments) async throws -> LabelledWindows {
        let rides = try LabelledRides(
            manifest: try Files.bytes(arguments.manifest), source: arguments.manifest, root: arguments.folder,
            where: arguments.conditions)
        return try await rides.read { _ in }.windows
    }

    private static func run(_ arguments: Arguments, _ windows: LabelledWindows) throws {
        var choices: [(name: String, choice: Labelling.Choice)] = [
            ("chance", .chance), ("chance, 15 s each", .shortChance), ("measure", .measure(.chosen)),
        ]
        if arguments.isChoosing { choices += Self.candidates }
        var curves = choices.map { Curve(name: $0.name) }
        for trial in 0..<arguments.trials {
            let division = try Division(windows, half: arguments.isChoosing ? 0 : 1, trial: trial)
            for place in curves.indices { try curves[place].run(division, by: choices[place].choice, trial: trial) }
        }
        print("\(arguments.trials) trials, half \(arguments.isChoosing ? "for choosing" : "for the report")\n")
        if arguments.isChoosing { Tables.printGains(curves) } else { Tables.printMinutes(curves) }
        Tables.printLengths(curves)
    }

    /// The measures to choose from.
    private static let candidates: [(name: String, choice: Labelling.Choice)] = {
        var candidates: [(name: String, choice: Labelling.Choice)] = []
        for (doubt, far) in [(LabelSuggestions.Measure.Doubt.margin, 0.0), (.margin, 1), (.entropy, 1)] {
            for (ride, likeness) in [(0.0, 0.0), (0.5, 0.1), (2, 1)] {
                for longest in [20.0, 30, 60] {
                    var measure = LabelSuggestions.Measure()
                    (measure.doubt, measure.far, measure.ride, measure.likeness) = (doubt, far, ride, likeness)
                    let name = "\(doubt.rawValue), far \(far), ride \(ride), likeness \(likeness), \(longest) s"
                    candidates.append((name, .measure(measure, longest: longest)))
                }
            }
        }
        return candidates
    }()
}
