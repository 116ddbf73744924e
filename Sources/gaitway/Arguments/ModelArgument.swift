// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayWorkspace

/// A model as a command line names it: a file, or `default` or `open` for one that is built in.
struct ModelName: ExpressibleByArgument {
    /// The word of the command line.
    let text: String

    /// The built-in model that is used unless another is named.
    static let builtIn = ModelName(argument: "default")

    init(argument: String) { text = argument }

    var defaultValueDescription: String { text }

    /// What a shell offers: the built-in models, then the folders and the JSON files beside what was typed.
    static let defaultCompletionKind = CompletionKind.custom { _, _, typed in completions(of: typed) }

    private static func completions(of typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let listing = try? FolderListing(path: folder.isEmpty ? "." : folder)
        let paths = (listing?.names ?? []).sorted().compactMap { name -> String? in
            let path = folder + name
            if FileStatus(path: path)?.kind == .folder { return path + "/" }
            return name.hasSuffix(".json") ? path : nil
        }
        return (["default", "open"] + paths).filter { $0.hasPrefix(typed) }
    }

    /// Whether it is the built-in one of open rides.
    private var isOpen: Bool { text == "open" }

    /// The file; nil for a built-in model. A file of such a name is given as `./default`.
    var file: String? { text == "default" || isOpen ? nil : text }

    /// What messages call it.
    var source: String { file.map(StandardInput.name(of:)) ?? (isOpen ? "the open model" : "the built-in model") }

    /// The model, read and checked.
    func load() throws -> ActivityModel {
        guard let file else { return try isOpen ? DefaultModel.loadOpen() : DefaultModel.load() }
        return try ActivityModel(json: FileBytes.read(file, remedy: "give \(file: .model)"), source: source)
    }
}

extension ModelName {
    /// Reads the model; with `usingSpeed` it must have learnt from speeds.
    func load(usingSpeed: Bool) throws -> ActivityModel {
        let model = try load()
        guard usingSpeed else { return model }
        do throws(InputError) {
            try model.requireSpeed()
        } catch {
            throw error.inSource(source)
        }
        return model
    }
}

/// Which model a subcommand uses.
struct ModelArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A model file, or open: the built-in model of rides with an open licence. Default: the built-in model, "
                + "which is also called default.", valueName: "file"))
    var model: ModelName?

    /// The model, read and checked.
    func load() throws -> ActivityModel { try (model ?? .builtIn).load() }

    /// Reads the model; with `usingSpeed` it must have learnt from speeds.
    func load(usingSpeed: Bool) throws -> ActivityModel { try (model ?? .builtIn).load(usingSpeed: usingSpeed) }
}
