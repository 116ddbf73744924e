import ActivityRecognition
import ArgumentParser
import Evaluation
import FileWriting
import MotionTypes
import Pages

/// `gaitway evaluate`: how good a model, or a way to train one, is.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judges a model on labelled rides, or cross-validates training.",
        discussion: """
            With --cross-validate, whole people or whole data sets are left out in turn: a model is trained on the rest and judged on rides that it \
            never saw. Without it, the given model is judged; rides that it was trained on flatter it. What was left out, and whether \
            the rides are held out, is said above the figures.

            EXAMPLES
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway evaluate manifest.csv --cross-validate user --where use=default
              gaitway evaluate manifest.csv --cross-validate dataset --judge batch=1
              gaitway evaluate mine.csv --model model.json
              gaitway evaluate manifest.csv --cross-validate dataset --report evaluation.html
              gaitway evaluate manifest.csv --cross-validate dataset --variants
              gaitway evaluate manifest.csv --cross-validate dataset --use-speed
              gaitway evaluate manifest.csv --cross-validate dataset --adapt-minutes 5
              gaitway evaluate mine.csv --json - | jq .macro_f1
            """)

    @OptionGroup var input: ManifestArguments
    @OptionGroup var modelArgument: ModelArgument

    @Option(help: ArgumentHelp("Leave out whole users or data sets: user or dataset.", valueName: "by"))
    var crossValidate: FoldGrouping?

    @Option(
        help: ArgumentHelp(
            "With --cross-validate: judge only rides with this value in this column, and train on the others all the same; may be repeated.",
            valueName: "column=value"))
    var judge: [String] = []

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "Convert the rides to this sensor case first: total, slow (10 and 14 samples a second) or linear (no gravity).",
            valueName: "case"))
    var sensorCase: SensorCase?

    @Flag(
        help:
            "Also judge the rides as other phones would have recorded them: at 25 and 20 samples a second, and without gyroscope and barometer."
    )
    var variants = false

    @Flag(help: "Also judge what the speed of the rides' location fixes adds, on the windows that have one.")
    var useSpeed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Instead, say what each person gains when the models are adapted to so many minutes of each of their activities.",
            valueName: "minutes"))
    var adaptMinutes: Double?

    @Option(
        help: ArgumentHelp(
            "Write all figures as JSON; - is standard output, which then has nothing else.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write the figures as one HTML page; - is standard output.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp("Write the blocks of the spliced rides as CSV; - is standard output.", valueName: "file"))
    var spliced: String?

    @OptionGroup var replacing: ForceArgument

    func validate() throws {
        if crossValidate != nil, modelArgument.model != nil {
            throw ValidationError("give --model or --cross-validate, not both")
        }
        if crossValidate == nil, training.penalty != nil || training.stay != nil {
            throw ValidationError("--penalty and --stay need --cross-validate")
        }
        if crossValidate == nil, !judge.isEmpty {
            throw ValidationError("--judge needs --cross-validate; without it, --where chooses the rides")
        }
        try ManifestArguments.check(judge, of: "--judge")
        if variants, sensorCase != nil {
            throw ValidationError("give --variants or --case, not both")
        }
        if let adaptMinutes {
            guard adaptMinutes > 0, adaptMinutes.isFinite else {
                throw ValidationError("--adapt-minutes takes a positive number")
            }
            guard crossValidate != nil else { throw ValidationError("--adapt-minutes needs --cross-validate") }
            guard !variants, !useSpeed, judge.isEmpty, json == nil, report == nil, spliced == nil else {
                throw ValidationError(
                    "--adapt-minutes prints a table, and knows no --variants, --use-speed, --judge, --json, --report or --spliced"
                )
            }
        }
        guard [json, report, spliced].count(where: { $0 == OutputPlan.standardOutput }) <= 1 else {
            throw ValidationError("only one of --json, --report and --spliced can be standard output")
        }
    }

    func run() async throws {
        let rides = try input.rides(judging: judge)
        let files = [json, report, spliced].compactMap(\.self)
        var plan = OutputPlan(inputs: input.files(of: rides, and: [modelArgument.model?.file]))
        for path in files { try plan.add(path, replaces: replacing.force) }
        let printsText = !files.contains(OutputPlan.standardOutput)
        let progress = TrainingProgress()
        if let adaptMinutes, let crossValidate {
            let evaluation = try await AdaptationEvaluation(
                crossValidating: training.training, by: crossValidate, minutes: adaptMinutes, on: rides, as: sensorCase,
                progress: progress.show)
            return try StandardOutput.print(evaluation.text(width: TerminalWidth.columns))
        }
        let evaluation: ModelEvaluation
        if let crossValidate {
            evaluation = try await ModelEvaluation(
                crossValidating: training.training, by: crossValidate, on: rides, as: sensorCase,
                includesVariants: variants, usesSpeed: useSpeed, progress: progress.show)
        } else {
            evaluation = try await ModelEvaluation(
                of: modelArgument.load(usingSpeed: useSpeed), on: rides, as: sensorCase, includesVariants: variants,
                usesSpeed: useSpeed, progress: progress.show)
        }
        // The files first: whoever reads the text may go away.
        var results = ResultFiles(replaces: replacing.force)
        results.write(evaluation.report.json, to: json)
        results.write(page(of: evaluation), to: report)
        results.write(
            evaluation.splices.blockList(recordings: evaluation.windows.rides.map(\.recording)), to: spliced)
        try results.finish()
        if printsText { try StandardOutput.print(evaluation.report.text(width: TerminalWidth.columns)) }
    }

    private func page(of evaluation: ModelEvaluation) -> String {
        EvaluationPage(
            subject: subject(of: evaluation), report: evaluation.report, scored: evaluation.scored,
            rides: evaluation.windows.rides, splices: evaluation.splices, models: evaluation.models
        ).html
    }

    /// What a page says of where it comes from: file names without the folders of one machine.
    private func subject(of evaluation: ModelEvaluation) -> EvaluationPage.Subject {
        let rides = evaluation.windows.rides
        let people = Set(rides.map { [$0.dataSet, $0.user] })
        return .init(
            manifest: FileName.last(input.manifest),
            command: quoted, date: Today.date, model: crossValidate == nil ? evaluation.models[0]?.name : nil,
            rides: rides.count,
            people: people.count)
    }

    /// The command that judges the same again, with file names without the folders of one machine.
    private var quoted: String {
        var command = QuotedCommand("gaitway evaluate")
        input.add(to: &command)
        command.add("--cross-validate", crossValidate?.rawValue)
        if crossValidate == nil { command.add("--model", file: modelArgument.model?.text) }
        command.add("--case", sensorCase?.rawValue)
        for condition in judge { command.add("--judge", condition) }
        command.add("--use-speed", if: useSpeed)
        training.add(to: &command)
        command.add("--report", file: report)
        return command.text
    }
}
