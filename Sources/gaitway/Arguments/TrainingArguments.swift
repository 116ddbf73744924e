// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import GaitwayEvaluation
public import GaitwayRecognition

/// How models are trained.
struct TrainingArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The penalty lambda of lambda/2 |W|^2. Default: chosen on held-out rides.", valueName: "lambda"))
    var penalty: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The probability that the activity stays the same over 2.56 s. Default: learnt from held-out rides.",
            valueName: "p"))
    var stay: Double?

    func validate() throws {
        if let penalty, !(penalty > 0 && penalty.isFinite) {
            throw ValidationError("--penalty takes a positive number")
        }
        try Self.check(stay)
    }

    /// Refuses a probability to stay that is no better than chance.
    static func check(_ stay: Double?) throws {
        if let stay, !(stay > 1.0 / 6 && stay < 1) {
            throw ValidationError("--stay takes a probability between 1/6 and 1")
        }
    }

    /// The way to train that they name.
    var training: ModelTraining { ModelTraining(penalty: penalty, stay: stay) }
}

/// What `gaitway train` trains, and how.
struct TrainingMethodArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Tune this model to the rides instead; default is the built-in model.", valueName: "model"))
    var adapt: ModelName?

    @Flag(help: "With --adapt: adjust only how likely each activity is; one minute of each is enough.")
    var quick = false

    @Flag(help: "With --adapt: change the weights even if no recording can be left out to test the change.")
    var untested = false

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "A sensor case to serve, with its own weights. Repeat it for more. Default: all.", valueName: "case"))
    var cases: [SensorCase] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End a fit when no entry of its gradient is larger, 1e-10 to 1e-3. Default: "
                + "\(ModelTrainer.Options().tolerance), "
                + "and \(CrossValidation.Options().training.tolerance) if rides are left out.", valueName: "size"))
    var tolerance: Double?

    @Flag(
        help: ArgumentHelp(
            "Sum in a fixed order instead of using OpenBLAS: the same rides give the same bytes on every x86-64 "
                + "processor with FMA."))
    var reproducible = false
}

/// The model file that `gaitway train` writes.
struct TrainedModelArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Keep the figures of this evaluation, its JSON, in the model.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var figures: String?

    @Option(help: ArgumentHelp("The model file to write.", valueName: "file"), completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "The model's name, which streams state. Default: custom-1; with --adapt, the old name with '-adapted'.",
            valueName: "name"))
    var name: String?

    @OptionGroup var replacing: ForceArgument

    @Flag(help: ArgumentHelp("Write the training windows of one sensor case as a NumPy array, instead of a model."))
    var windowsOnly = false

    @Flag(help: "Also print what was chosen on rides left out, and how each fit went.")
    var verbose = false
}

extension SensorCase: ExpressibleByArgument {}
extension FoldGrouping: ExpressibleByArgument {}
