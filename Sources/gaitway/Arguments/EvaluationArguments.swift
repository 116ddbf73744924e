// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayWorkspace

/// The model to judge, or how to train those that are judged.
struct JudgedModelArguments: ParsableArguments {
    @OptionGroup var modelArgument: ModelArgument

    @Option(
        help: ArgumentHelp(
            "Train models instead, and judge each on the users or data sets that it never saw.", valueName: "by"))
    var crossValidate: FoldGrouping?

    @OptionGroup var training: TrainingArguments
}

/// Which rides are judged, and as which phones recorded them.
struct EvaluationScopeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --cross-validate: judge only rides with this value in this column, "
                + "and train on all. Repeat it for more.",
            valueName: "column=value"))
    var judge: [String] = []

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "Convert the rides to this sensor case first. slow: 10 and 14 samples per second; linear: without gravity; "
                + "fast: only windows at 95 or more.",
            valueName: "case"))
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
            "Instead, report how much each person gains from models adapted to this many minutes of each "
                + "of their activities.",
            valueName: "minutes"))
    var adaptMinutes: Double?

    @Flag(help: "With --adapt-minutes: adapt the intercepts alone.")
    var quick = false
}

/// Where the figures go.
struct EvaluationResultArguments: ParsableArguments {
    @Flag(help: "Print all figures, not only those of each activity, the confusion matrix and the verdict.")
    var details = false

    @Option(
        help: ArgumentHelp(
            "Write all figures as JSON. - writes the JSON alone to standard output.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write the figures as an HTML page; - is standard output.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp("Write the blocks of the spliced rides as CSV; - is standard output.", valueName: "file"))
    var spliced: String?

    @OptionGroup var replacing: ForceArgument
}
