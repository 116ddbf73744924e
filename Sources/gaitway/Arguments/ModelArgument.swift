// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayWorkspace

/// A model as a command line names it: a file, or `default` for the one that is built in.
struct ModelName: ExpressibleByArgument {
    /// What was given.
    let text: String

    /// The built-in model.
    static let builtIn = ModelName(argument: "default")

    init(argument: String) { text = argument }

    var defaultValueDescription: String { text }

    /// The file; nil for the built-in model. A file of that name is given as `./default`.
    var file: String? { text == "default" ? nil : text }

    /// What messages call it.
    var source: String { file.map(StandardInput.name(of:)) ?? "the built-in model" }

    /// The model, read and checked.
    func load() throws -> ActivityModel {
        guard let file else { return try DefaultModel.load() }
        return try ActivityModel(json: FileBytes.read(file, remedy: "give \(file: .model)"), source: source)
    }
}

/// Which model a subcommand uses.
struct ModelArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A model file. Default: the built-in model, which is also called default.", valueName: "file"))
    var model: ModelName?

    /// The model, read and checked.
    func load() throws -> ActivityModel { try (model ?? .builtIn).load() }

    /// Reads the model; with `usingSpeed` it must have learnt from speeds.
    func load(usingSpeed: Bool) throws -> ActivityModel {
        let model = try load()
        guard usingSpeed else { return model }
        do throws(InputError) {
            try model.requireSpeed()
        } catch {
            throw error.inSource((self.model ?? .builtIn).source)
        }
        return model
    }
}
