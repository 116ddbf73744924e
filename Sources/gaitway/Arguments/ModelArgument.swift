import ActivityRecognition
import ArgumentParser
import DefaultModel
import MotionTypes
import SensorLogs

/// Which model a subcommand uses.
struct ModelArgument: ParsableArguments {
    @Option(help: ArgumentHelp("A model file; the built-in model if not given.", valueName: "file"))
    var model: String?

    /// The model, read and checked.
    func load() throws -> ActivityModel { try Self.load(model) }

    /// The same; with `usingSpeed` it must have learnt from speeds.
    func load(usingSpeed: Bool) throws -> ActivityModel {
        let model = try load()
        guard usingSpeed else { return model }
        do throws(InputError) {
            try model.requireSpeed()
        } catch {
            throw error.inSource(self.model ?? "the built-in model")
        }
        return model
    }

    /// The model of a file, or the built-in one.
    static func load(_ path: String?) throws -> ActivityModel {
        guard let path else { return try DefaultModel.load() }
        return try ActivityModel(json: FileBytes.read(path), source: path)
    }
}
