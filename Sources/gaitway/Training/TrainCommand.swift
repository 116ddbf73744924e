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

            With --adapt, a model is moved towards the rides of one person, of two activities or more: five minutes of each are enough, and \
            several recordings of each are worth more than a long one. Recordings are left out in turn to judge by; where these do not \
            gain, the weights stay as they are, and the command says so.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json --force
              gaitway train mine.csv --adapt default --output mine.json
            """)

    @OptionGroup var input: ManifestArguments

    @Option(help: ArgumentHelp("Where the model is written.", valueName: "file"))
    var output: String

    @OptionGroup var replacing: ForceArgument

    @Option(
        help: ArgumentHelp(
            "Move this model towards the rides instead: default is the built-in one, else a model file.",
            valueName: "model"))
    var adapt: ModelName?

    @Option(
        help: ArgumentHelp(
            "The model's name, which streams will state; custom-1 if not given, with --adapt the model's with '-adapted'.",
            valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Store the figures of this evaluation (its JSON) in the model.", valueName: "file"))
    var figures: String?

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "The sensor cases to serve, each with weights of its own: total, slow, linear; all if not given.",
            valueName: "case"))
    var cases: [SensorCase] = []

    @Flag(
        help: ArgumentHelp(
            "Write the windows that one sensor case would be trained on, as a NumPy array, in place of a model."))
    var windowsOnly = false

    func validate() throws {
        if windowsOnly, adapt != nil || figures != nil || cases.count != 1 {
            throw ValidationError("--windows-only takes one --case, and knows no --adapt and --figures")
        }
        guard adapt != nil, figures != nil || training.stay != nil || !cases.isEmpty else { return }
        throw ValidationError("--adapt keeps what the model has, and knows no --figures, --stay or --case")
    }

    /// The command that trains the same model, with file names without the folders of one machine.
    private func quoted(name: String) -> String {
        var command = QuotedCommand("gaitway train")
        input.add(to: &command)
        command.add("--adapt", file: adapt?.text)
        training.add(to: &command)
        for sensorCase in cases { command.add("--case", sensorCase.rawValue) }
        command.add("--output", file: output)
        command.add("--name", name)
        return command.text
    }

    func run() async throws {
        let base = try adapt?.load()
        let name = name ?? base.map { $0.name + "-adapted" } ?? "custom-1"
        let evaluated = try figures.map { try EvaluationFigures.read(FileBytes.read($0), source: $0) } ?? [:]
        var training = training.training
        training.name = name
        if !cases.isEmpty { training.sensorCases = cases }
        training.provenance = Provenance(
            date: Today.date,
            command: quoted(name: name),
            dataSets: [], windows: 0, figures: evaluated)
        let rides = try input.rides()
        var plan = OutputPlan(inputs: input.files(of: rides, and: [figures, adapt?.file]))
        try plan.add(output, replaces: replacing.force)
        let progress = TrainingProgress()
        if windowsOnly, let sensorCase = cases.first {
            let table = try await rides.windowTable(of: sensorCase, progress: progress.show)
            return try ResultFiles.save(table, to: output, replaces: replacing.force)
        }
        let result =
            if let base {
                try await training.adapt(base, to: rides, progress: progress.show)
            } else {
                try await training.train(on: rides, progress: progress.show)
            }
        try ResultFiles.save(result.model.json(), to: output, replaces: replacing.force)
        if !result.hasConverged { throw ExitCode(ExitStatus.failed) }
    }
}

/// The day by the wall clock, UTC.
enum Today {
    static var date: String {
        String(Timestamp(wholeSeconds: Int64(time(nil))).iso8601.prefix(10))
    }
}
