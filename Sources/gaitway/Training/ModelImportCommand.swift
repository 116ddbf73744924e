// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayWorkspace

/// `gaitway model import`: a model that another program fitted.
struct ModelImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes a model file from the weights that another program fitted.",
        discussion: """
            The other program learns from the windows that gaitway train --windows-only writes. Its file states the \
            scales, the weights and the settings that were chosen on rides left out; Models/EXCHANGE.md describes it. \
            The command names each missing or wrong field.

            EXAMPLES
              gaitway model import exchange.json --output imported.json
            """)

    @Argument(
        help: ArgumentHelp("The file of the other program; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var destination: OutputArguments

    func run() throws {
        try destination.check(reading: file)
        let model = try ActivityModel(
            exchange: FileBytes.read(file, remedy: "see \(document: .exchange) for the file"),
            source: StandardInput.name(of: file))
        try destination.write(model.json())
    }
}

/// `gaitway model tune`: the settings of a model that are chosen on rides left out.
struct ModelTuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Chooses penalty, calibration, confidence and smoothing on windows left out.",
        discussion: """
            For programs that fit models themselves. The input is a CSV of windows, each scored by a model that did \
            not learn from it; the output is what gaitway train would choose. Models/EXCHANGE.md describes the \
            columns, and where the output belongs.

            EXAMPLES
              gaitway model tune scored.csv --output tuning.json
            """)

    @Argument(help: ArgumentHelp("The scored windows; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var destination: OutputArguments

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The probability that the activity stays the same over 2.56 s. Default: learnt.", valueName: "p"))
    var stay: Double?

    /// Twenty million windows.
    private static let limit = 4 << 30

    func validate() throws { try TrainingArguments.check(stay) }

    func run() throws {
        try destination.check(reading: file)
        let bytes = try FileBytes.read(file, limit: Self.limit, remedy: "give a table of scored windows")
        let table = try HeldOutTable(csv: bytes, source: StandardInput.name(of: file))
        let (tuning, speed) = try table.tuning(stay: stay)
        try destination.write(tuning.json(speed: speed))
    }
}
