import ActivityRecognition
import ArgumentParser
import Evaluation
import FileWriting
import MotionTypes

/// `gaitway model import`: a model that another program fitted.
struct ModelImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes a model file of what another program fitted.",
        discussion: """
            The other program learns from the windows that gaitway train --windows-only writes, and states scales, weights and what was \
            chosen on rides left out, as Models/EXCHANGE.md says. What is missing or wrong in its file is named.

            EXAMPLES
              gaitway model import exchange.json --output model.json
            """)

    @Argument(help: ArgumentHelp("The file of the other program; '-' is standard input.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("Where the model is written; '-' is standard output.", valueName: "file"))
    var output: String

    @OptionGroup var replacing: ForceArgument

    func run() throws {
        var inputs = InputFiles()
        inputs.add(file)
        var plan = OutputPlan(inputs: inputs)
        try plan.add(output, replaces: replacing.force)
        let model = try ActivityModel(
            exchange: FileBytes.read(file, remedy: "give a file that Models/EXCHANGE.md describes"),
            source: file == "-" ? "standard input" : file)
        try ResultBytes.write(model.json(), to: output, replaces: replacing.force)
    }
}

/// `gaitway model tune`: what a model takes from rides left out.
struct ModelTuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Chooses penalty, calibration, confidence and smoothing on windows left out.",
        discussion: """
            For programs that fit models themselves: from a CSV of windows, each scored by a model that did not learn from it, what gaitway \
            train would choose. Models/EXCHANGE.md has the columns, and says where the answer goes.

            EXAMPLES
              gaitway model tune scored.csv --output tuning.json
            """)

    @Argument(help: ArgumentHelp("The scored windows; '-' is standard input.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("Where the choice is written; '-' is standard output.", valueName: "file"))
    var output: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The probability that the activity stays the same over 2.56 s; learnt if not given.", valueName: "p"))
    var stay: Double?

    @OptionGroup var replacing: ForceArgument

    /// Twenty million windows.
    private static let limit = 4 << 30

    func validate() throws {
        if let stay, !(stay > 1.0 / 6 && stay < 1) {
            throw ValidationError("--stay takes a probability between 1/6 and 1")
        }
    }

    func run() throws {
        var inputs = InputFiles()
        inputs.add(file)
        var plan = OutputPlan(inputs: inputs)
        try plan.add(output, replaces: replacing.force)
        let bytes = try FileBytes.read(file, limit: Self.limit, remedy: "give a table of scored windows")
        let table = try HeldOutTable(csv: bytes, source: file == "-" ? "standard input" : file)
        let (tuning, speed) = try table.tuning(stay: stay)
        try ResultBytes.write(tuning.json(speed: speed), to: output, replaces: replacing.force)
    }
}

/// Whole results.
enum ResultBytes {
    /// Writes them to a file, or to standard output.
    static func write(_ bytes: [UInt8], to output: String, replaces: Bool) throws {
        guard output == OutputPlan.standardOutput else {
            return try OutputFile.save(bytes, to: output, replaces: replaces)
        }
        var standardOutput = StandardOutput()
        try standardOutput.write(bytes)
        try standardOutput.flush()
    }
}
