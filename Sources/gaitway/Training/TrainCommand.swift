import ActivityRecognition
import ArgumentParser
import Evaluation
import FileWriting
import Glibc
import MotionTypes

/// `gaitway train`: a manifest to a model.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Trains a model on labelled rides.",
        discussion: """
            Trains on all rides of the manifest that pass --where. Use gaitway evaluate --cross-validate to learn how good such a model is \
            on people and phones that it never saw.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json --force
            """)

    @OptionGroup var input: ManifestArguments

    @Option(help: ArgumentHelp("Where the model is written.", valueName: "file"))
    var output: String

    @OptionGroup var replacing: ForceArgument

    @Option(help: ArgumentHelp("The model's name, which streams will state.", valueName: "name"))
    var name: String = "custom-1"

    @Option(help: ArgumentHelp("Store the figures of this evaluation (its JSON) in the model.", valueName: "file"))
    var figures: String?

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "The sensor cases to serve, each with weights of its own: total, slow, linear; all if not given.",
            valueName: "case"))
    var cases: [SensorCase] = []

    func run() async throws {
        let evaluated = try figures.map { try EvaluationFigures.read(FileBytes.read($0), source: $0) } ?? [:]
        var training = training.training
        training.name = name
        if !cases.isEmpty { training.sensorCases = cases }
        training.provenance = Provenance(
            date: Today.date,
            command: "gaitway train \(input.quoted) --output \(FileName.last(output)) --name \(name)", dataSets: [],
            windows: 0, figures: evaluated)
        let rides = try input.rides()
        var plan = OutputPlan(inputs: input.files(of: rides, and: [figures]))
        try plan.add(output, replaces: replacing.force)
        let result = try await training.train(on: rides, progress: TrainingProgress().show)
        if output == OutputPlan.standardOutput {
            try StandardOutput.print(String(decoding: result.model.json(), as: UTF8.self))
        } else {
            try OutputFile.save(result.model.json(), to: output, replaces: replacing.force)
        }
        if !result.hasConverged { throw ExitCode(ExitStatus.failed) }
    }
}

/// The day by the wall clock, UTC.
enum Today {
    static var date: String {
        String(Timestamp(wholeSeconds: Int64(time(nil))).iso8601.prefix(10))
    }
}
