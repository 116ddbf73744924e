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

            The model keeps the command and a hash of the rides; gaitway model reproduce trains it again and compares. OpenBLAS adds in \
            another order on another processor, which moves probabilities by less than 1e-4; with --reproducible the same rides \
            give the same bytes.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json --force
              gaitway train mine.csv --adapt default --output mine.json
              gaitway train manifest.csv --reproducible --output model.json
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

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End each fit where no entry of its gradient is larger, from 1e-10 to 1e-3; 1e-6 if not given, and 1e-5 where rides are left out.",
            valueName: "size"))
    var tolerance: Double?

    @Flag(
        help: ArgumentHelp(
            "Add in one order, without OpenBLAS: the same rides give the same bytes on every x86-64 processor with FMA."
        ))
    var reproducible = false

    @Flag(
        help: ArgumentHelp(
            "Write the windows that one sensor case would be trained on, as a NumPy array, in place of a model."))
    var windowsOnly = false

    func validate() throws {
        if windowsOnly, adapt != nil || figures != nil || cases.count != 1 {
            throw ValidationError("--windows-only takes one --case, and knows no --adapt and --figures")
        }
        if let tolerance, !(1e-10...1e-3).contains(tolerance) {
            throw ValidationError("--tolerance takes a number from 1e-10 to 1e-3")
        }
        guard adapt != nil, figures != nil || training.stay != nil || !cases.isEmpty || tolerance != nil else { return }
        throw ValidationError("--adapt keeps what the model has, and knows no --figures, --stay, --case or --tolerance")
    }

    /// How the command is called.
    fileprivate static let words = "gaitway train"

    /// The command that trains the same model, with file names without the folders of one machine.
    private func quoted(name: String) -> String {
        var command = QuotedCommand(Self.words)
        input.add(to: &command)
        command.add("--adapt", file: adapt?.text)
        training.add(to: &command)
        for sensorCase in cases { command.add("--case", sensorCase.rawValue) }
        command.add("--tolerance", tolerance)
        command.add("--reproducible", if: reproducible)
        command.add("--figures", file: figures)
        command.add("--output", file: output)
        command.add("--name", name)
        return command.text
    }

    /// The way to train that the options name.
    func chosenTraining(name: String, provenance: Provenance) -> ModelTraining {
        var training = training.training
        training.name = name
        training.isReproducible = reproducible
        training.tolerance = tolerance
        if !cases.isEmpty { training.sensorCases = cases }
        training.provenance = provenance
        return training
    }

    func run() async throws {
        let base = try adapt?.load()
        let name = name ?? base.map { $0.name + "-adapted" } ?? "custom-1"
        let evaluated = try figures.map { try EvaluationFigures.read(FileBytes.read($0), source: $0) } ?? [:]
        let training = chosenTraining(
            name: name,
            provenance: Provenance(
                date: Today.date, command: quoted(name: name), dataSets: [], windows: 0, figures: evaluated))
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

extension TrainCommand {
    /// The command that a provenance quotes; nil if it is none of these.
    init?(quoted text: String) {
        guard let words = QuotedCommand.words(of: text), text.hasPrefix(Self.words + " "),
            let command = try? Self.parse(Array(words.dropFirst(2)))
        else { return nil }
        self = command
    }
}

/// The day by the wall clock, UTC.
enum Today {
    static var date: String {
        String(Timestamp(wholeSeconds: Int64(time(nil))).iso8601.prefix(10))
    }
}
