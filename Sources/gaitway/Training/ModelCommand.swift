// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway model`: shows, checks, reproduces, exports and imports models.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Shows, checks, reproduces, exports or imports a model.",
        discussion: "EXAMPLES\n  gaitway model show\n  gaitway model verify model.json\n"
            + "  gaitway model reproduce model.json manifest.csv --root rides\n"
            + "  gaitway model export default --format onnx --output gaitway.onnx\n"
            + "  gaitway model import exchange.json --output model.json",
        subcommands: [
            Show.self, Verify.self, ModelReproduceCommand.self, ModelExportCommand.self, ModelImportCommand.self,
            ModelTuneCommand.self,
        ])

    /// `gaitway model show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Shows a model: its data, people, hours, figures, and the features that weigh most.",
            discussion: "EXAMPLES\n  gaitway model show\n  gaitway model show model.json")

        @Argument(help: ArgumentHelp("A model file, or default, the built-in model.", valueName: "model"))
        var model = ModelName.builtIn

        func run() throws {
            var output = StandardOutput()
            try output.write(ModelCard(model.load()).text(width: TerminalWidth.columns))
            try output.flush()
        }
    }

    /// `gaitway model verify`.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Checks that a model file can be used; the exit code is 3 if not.",
            discussion: "EXAMPLES\n  gaitway model verify model.json")

        @Argument(help: ArgumentHelp("A model file, or default, the built-in model.", valueName: "model"))
        var model: ModelName

        func run() throws {
            let checked = try model.load()
            var output = StandardOutput()
            try output.write("\(model.text): \(checked.name), \(checked.schema.count) features, can be used\n")
            try output.flush()
        }
    }
}
