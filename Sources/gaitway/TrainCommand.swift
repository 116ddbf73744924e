import ActivityRecognition
import ArgumentParser
import Evaluation
import Glibc
import LogisticRegression
import MotionTypes

/// `gaitway train`: a manifest to a model.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Trains a model on labelled rides.",
        discussion: """
            All rides that the manifest lists, and that --where leaves, are learnt; use gaitway evaluate --cross-validate to judge what such a \
            model can do on people and phones that it never saw.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json
            """)

    @OptionGroup var input: ManifestArguments

    @Option(help: ArgumentHelp("Where the model is written.", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("The model's name, as streams will state it.", valueName: "name"))
    var name: String = "custom-1"

    @Option(help: ArgumentHelp("Keep the figures of this evaluation's JSON in the model.", valueName: "file"))
    var figures: String?

    @OptionGroup var training: TrainingArguments

    func run() async throws {
        let evaluated = try figures.map { try EvaluationFigures.read($0).byName } ?? [:]
        let (windows, _) = try await input.load()
        let options = try training.options()
        let trainable = windows.trainable(minimumRate: options.minimumRate)
        Diagnostics.line(
            "gaitway: \(windows.rides.count) rides, \(trainable.count) windows of \(windows.dataSets.count) data sets")
        let result = try await input.naming {
            try ModelTrainer(options: options).train(
                windows.training, selection: trainable, name: name,
                provenance: Provenance(
                    date: Today.date, command: command, dataSets: windows.dataSetShares, windows: trainable.count,
                    figures: evaluated))
        }
        let report = result.report
        Diagnostics.line(
            "gaitway: \(report.solver.rawValue), \(report.iterations) iterations, largest gradient entry "
                + "\(report.largestGradientEntry), \(report.isConverged ? "converged" : "not converged: \(report.outcome.rawValue)")"
        )
        try StandardOutput.save(result.model.json(), to: output)
        if !report.isConverged { throw ExitCode(ExitStatus.failed) }
    }

    /// The command as a card may quote it: without the folders of one machine.
    private var command: String {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        let filters = input.filters.map { " --where \($0)" }.joined()
        return "gaitway train \(last(input.manifest))\(filters) --output \(last(output)) --name \(name)"
    }
}

/// The day by the wall clock, UTC.
enum Today {
    static var date: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return String(Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000).iso8601.prefix(10))
    }
}
