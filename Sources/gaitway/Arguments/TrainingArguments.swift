public import ActivityRecognition
public import ArgumentParser
public import Evaluation

/// How models are trained.
struct TrainingArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The penalty lambda of lambda/2 |W|^2; chosen on rides left out if not given.",
            valueName: "lambda"))
    var penalty: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The probability that the activity stays the same over 2.56 s; learnt from rides left out if not given.",
            valueName: "p"))
    var stay: Double?

    func validate() throws {
        if let penalty, !(penalty > 0 && penalty.isFinite) {
            throw ValidationError("--penalty takes a positive number")
        }
        if let stay, !(stay > 1.0 / 6 && stay < 1) {
            throw ValidationError("--stay takes a probability between 1/6 and 1")
        }
    }

    /// Adds the options to a command that is written down.
    func add(to command: inout QuotedCommand) {
        command.add("--penalty", penalty)
        command.add("--stay", stay)
    }

    /// The way to train that they name.
    var training: ModelTraining { ModelTraining(penalty: penalty, stay: stay) }
}

extension SensorCase: ExpressibleByArgument {}
extension FoldGrouping: ExpressibleByArgument {}
