import ActivityRecognition
import ArgumentParser
import DefaultModel
import SensorLogs

/// Which model a subcommand uses.
struct ModelArgument: ParsableArguments {
    @Option(help: ArgumentHelp("A model file; the built-in model if not given.", valueName: "file"))
    var model: String?

    /// The model, read and checked.
    func load() throws -> ActivityModel { try Self.load(model) }

    /// The model of a file, or the built-in one.
    static func load(_ path: String?) throws -> ActivityModel {
        guard let path else { return try DefaultModel.load() }
        return try ActivityModel(json: FileBytes.read(path), source: path)
    }
}
