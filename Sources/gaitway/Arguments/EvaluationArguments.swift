// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// The model to judge, or how to train those that are judged.
struct JudgedModelArguments: ParsableArguments {
    @Option(
        name: .customLong("model"),
        help: ArgumentHelp(
            "A model file, default or open, which are built in. Default: default. Repeat it to compare models on the "
                + "same windows.", valueName: "file"))
    var models: [ModelName] = []

    /// The one model to judge.
    var model: ModelName { models.first ?? .builtIn }

    var files: [String] { models.compactMap(\.file) }

    @Option(
        help: ArgumentHelp(
            "Train models instead, and judge each on the users or data sets that it never saw.", valueName: "by"))
    var crossValidate: FoldGrouping?

    @OptionGroup var training: TrainingArguments

    @Option(
        help: ArgumentHelp(
            "With --cross-validate: how many folds are trained at the same time. Default: 2. More take more memory; "
                + "the figures are the same.", valueName: "n"))
    var jobs: Int?

    /// How the models of a cross-validation are trained.
    var method: ModelTraining {
        var method = training.training
        if let jobs { method.workers = jobs }
        return method
    }

    func validate() throws {
        guard let jobs else { return }
        try require(crossValidate != nil, "--jobs needs --cross-validate")
        try require(jobs >= 1, "--jobs needs a number of at least 1")
    }
}

/// Which rides are judged, and as which phones recorded them.
struct EvaluationScopeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --cross-validate: judge only rides with this value in this column, "
                + "and train on all. Repeat it for more.", valueName: "column=value"))
    var judge: [String] = []

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "Convert the rides to this sensor case first. slow: 10 and 14 samples per second; linear: without gravity; "
                + "fast: only windows at 95 or more.", valueName: "case"))
    var sensorCase: SensorCase?

    @Flag(
        help:
            """
            Also judge the rides as other phones record them: at 25 and 20 samples per second, and without gyroscope \
            and barometer.
            """
    )
    var variants = false

    @Flag(help: "Also judge what the speed of location fixes adds, on the windows with a speed.")
    var useSpeed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Report how much each person gains if the model is adapted with this many minutes of each activity.",
            valueName: "minutes"))
    var adaptMinutes: Double?

    @Flag(
        help:
            """
            Instead, compare the model, live and offline, with the phone's own reports in the logs. Logs and folders \
            may stand for the manifest: their annotations or names then tell the activity.
            """
    )
    var phone = false

    @Flag(help: "With --adapt-minutes: adjust only how likely each activity is.")
    var quick = false
}

/// Where the figures go.
struct EvaluationResultArguments: ParsableArguments {
    @Flag(help: "Print all figures, not only those of each activity, the confusion matrix and the verdict.")
    var details = false

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "How the figures are printed; latex needs the package booktabs. Default: as the name of --output ends, or "
                + "else text."))
    var givenFormat: FigureFormat?

    /// How the figures are printed.
    var format: FigureFormat { Self.names.format(givenFormat, of: output) ?? .text }

    private static let names = OutputName<FigureFormat>(endings: [
        ("csv", .csv), ("tex", .latex), ("txt", .text),
    ])

    @Option(help: .output())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "How many percent of the draws of the bootstrap the intervals hold, 50 to 99.", valueName: "number"))
    var interval = FigureInterval.standardPercent

    @Option(
        help: ArgumentHelp("Write all figures as JSON. - writes the JSON alone to standard output.", valueName: "file"),
        completion: .file())
    var json: String?

    @Option(
        help: ArgumentHelp("Write the figures as an HTML page; - is standard output.", valueName: "file"),
        completion: .file())
    var report: String?

    @Option(
        help: ArgumentHelp("Write the blocks of the spliced rides as CSV; - is standard output.", valueName: "file"),
        completion: .file())
    var spliced: String?

    @Option(
        help: ArgumentHelp(
            "Write the truth, the prediction and the probabilities of each window as CSV; - is standard output.",
            valueName: "file"))
    var predictions: String?

    @OptionGroup var drawing: PictureArguments

    /// The files of the results.
    var paths: [String] { [json, report, spliced, predictions, drawing.picture].compactMap(\.self) }

    /// Whether the figures are printed: another result does not take their place.
    var arePrinted: Bool { OutputPlan.isFile(output) || !paths.contains(OutputPlan.standardOutput) }

    @OptionGroup var replacing: ForceArgument

    func validate() throws {
        if let output, FileName.ending(output) == "json" {
            throw ValidationError("figures as JSON are written by --json; give --json \(QuotedText.text(output))")
        }
        try Self.names.check(givenFormat, of: output)
        if output == nil, paths.isEmpty {
            try replacing.refuseUnused("--output, --json, --report, --picture, --predictions or --spliced")
        }
        try require(
            arePrinted || format == .text,
            "--format \(format.rawValue) and another result both go to standard output; give --output FILE")
    }
}

extension FigureFormat: ExpressibleByArgument {}
