import ActivityRecognition
import ArgumentParser
import DefaultModel
import SensorLogs

/// Which model a subcommand uses.
struct ModelArgument: ParsableArguments {
    @Option(help: ArgumentHelp("A model file of gaitway train; the built-in one if not given.", valueName: "file"))
    var model: String?

    /// The model, read and checked.
    func load() throws -> ActivityModel {
        guard let model else { return try DefaultModel.load() }
        return try ActivityModel(json: FileBytes.read(model), source: model)
    }
}
