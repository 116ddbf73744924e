// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayExport
import GaitwayRecognition
import GaitwayWorkspace

/// `gaitway model export`: a model for programs that are not Gaitway.
struct ModelExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a model as ONNX, for Core ML or as C source.",
        discussion: """
            The exported model turns one window, 128 samples at 25 Hz or a row of features, into the probabilities of \
            stationary, walking, running, cycling, automotive and none. The C source also takes samples of any rate, \
            smooths over time and counts steps. \
            Models/EXPORT.md describes shapes and units, and how closely the probabilities agree.

            EXAMPLES
              gaitway model export default --format onnx --output gaitway.onnx
              gaitway model export model.json --format onnx --from features --output features.onnx
              gaitway model export default --format coreml --output Gaitway.mlmodel
              gaitway model export default --format coreml --output Gaitway.mlmodel --vectors vectors.json
              gaitway model export default --format c --output gaitway_model.c
            """)

    @Argument(help: ArgumentHelp("A model file, or default, the built-in model.", valueName: "model"))
    var model = ModelName.builtIn

    @Option(help: ArgumentHelp("The format of the exported model.", valueName: "format"))
    var format: ModelExport.Format

    @OptionGroup var destination: OutputArguments

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The input of the exported model.", valueName: "input"))
    var input = ModelExport.Input.windows

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "The sensor case to export. slow: 10 to 14 samples per second; linear: without gravity.", valueName: "case")
    )
    var sensorCase = SensorCase.total

    @Option(
        help: ArgumentHelp(
            "Also write test vectors for a resampler and a cutter of windows of your own.", valueName: "file"))
    var vectors: String?

    @Option(
        help: ArgumentHelp(
            "What the names of functions and types in the C source begin with. Give each model of a program another "
                + "one. Default: \(ModelExport.usualPrefix).", valueName: "name"))
    var prefix: String?

    func validate() throws {
        if let prefix {
            guard format == .c else { throw ValidationError("--prefix needs --format c") }
            guard ModelExport.isPrefix(prefix) else {
                throw ValidationError("--prefix takes a letter, then letters, digits and underscores")
            }
        }
        guard vectors != OutputPlan.standardOutput || destination.output != OutputPlan.standardOutput else {
            throw ValidationError("only one of --output and --vectors can be standard output")
        }
        guard format == .c, input == .features else { return }
        throw ValidationError("--from needs --format onnx or coreml; the C source has functions for both")
    }

    func run() throws {
        let loaded = try model.load()
        var plan = OutputPlan(reading: [model.file])
        try plan.add(destination.output, replaces: destination.replacing.force)
        if let vectors { try plan.add(vectors, replaces: destination.replacing.force) }
        let bytes: [UInt8]
        let vectorBytes: [UInt8]?
        do throws(InputError) {
            let export = try ModelExport(
                loaded, sensorCase: sensorCase, prefix: prefix ?? ModelExport.usualPrefix)
            bytes = try export.bytes(format, from: input)
            vectorBytes = vectors == nil ? nil : try export.vectors()
        } catch {
            throw error.inSource(model.source)
        }
        if let vectors, let vectorBytes {
            try ResultFiles.save(vectorBytes, to: vectors, replaces: destination.replacing.force)
        }
        try destination.write(bytes)
    }
}

extension ModelExport.Format: ExpressibleByArgument {}

extension ModelExport.Input: ExpressibleByArgument {}
