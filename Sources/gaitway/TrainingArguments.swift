import ActivityRecognition
import ArgumentParser

/// How models are trained.
struct TrainingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Weight of the penalty on large weights, lambda/2 |W|^2.", valueName: "lambda"))
    var penalty: Double = 0.003

    @Option(help: ArgumentHelp("Probability that the activity stays the same over 2.56 s.", valueName: "p"))
    var stay: Double = 0.98

    func validate() throws {
        guard penalty > 0, penalty.isFinite else { throw ValidationError("--penalty takes a positive number") }
        guard stay > 1.0 / 6, stay < 1 else { throw ValidationError("--stay takes a probability between 1/6 and 1") }
    }

    func options() throws -> ModelTrainer.Options { ModelTrainer.Options(penalty: penalty, stay: stay) }
}
