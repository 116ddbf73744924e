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
        discussion: """
            EXAMPLES
              gaitway model show
              gaitway model verify default
              gaitway model export default --format c --output model.c
            """,
        subcommands: [
            Show.self, Verify.self, ModelReproduceCommand.self, ModelExportCommand.self, ModelImportCommand.self,
            ModelTuneCommand.self,
        ])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Shows a model: its data, people, hours, figures, and the features that weigh most.",
            discussion: "EXAMPLES\n  gaitway model show\n  gaitway model show open")

        @Argument(help: ArgumentHelp("A model file, or default or open, which are built in.", valueName: "model"))
        var model = ModelName.builtIn

        @OptionGroup var result: ResultArguments

        func validate() throws { try result.check(endings: "txt") }

        func run() async throws {
            try await result.taking(reading: InputFiles([model.file])) {
                try StandardOutput.print(ModelCard(model.load()).text(width: TerminalWidth.columns))
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Checks that a model file can be used; the exit code is 3 if not.",
            discussion: "EXAMPLES\n  gaitway model verify default")

        @Argument(help: ArgumentHelp("A model file, or default or open, which are built in.", valueName: "model"))
        var model: ModelName

        @OptionGroup var result: ResultArguments

        func validate() throws { try result.check(endings: "txt") }

        func run() async throws {
            try await result.taking(reading: InputFiles([model.file])) {
                let checked = try model.load()
                try StandardOutput.print(
                    "\(model.text): \(checked.name), \(checked.schema.count) features, can be used")
            }
        }
    }
}
