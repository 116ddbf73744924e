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
        abstract: "Writes a model as ONNX, for Core ML, as C source or for web pages.",
        discussion: """
            The exported model turns one window, 128 samples at 25 Hz or a row of features, into the probabilities of \
            stationary, walking, running, cycling, automotive and none. The C source and the WebAssembly module \
            also take samples of any rate, smooth over time and count steps. \
            Models/EXPORT.md describes shapes and units, and how closely the probabilities agree.

            EXAMPLES
              gaitway model export default --format onnx --output gaitway.onnx
              gaitway model export default --format onnx --from features \\
                --output features.onnx
              gaitway model export default --format coreml --output Gaitway.mlmodel \\
                --vectors vectors.json
              gaitway model export default --format c --output gaitway_model.c
            """)

    @Argument(help: ArgumentHelp("A model file, or default or open, which are built in.", valueName: "model"))
    var model = ModelName.builtIn

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "The format of the exported model. Default: as the name of --output ends.", valueName: "format"))
    var givenFormat: ModelExport.Format?

    private static let names = OutputName<ModelExport.Format>(endings: [
        ("onnx", .onnx), ("mlmodel", .coreml), ("c", .c),
    ])

    /// The format; nil if neither an option nor the name of the output says it.
    private var knownFormat: ModelExport.Format? { Self.names.format(givenFormat, of: output) }

    private var format: ModelExport.Format { knownFormat ?? .onnx }

    @Option(
        help: ArgumentHelp(
            "The file to write; - is standard output. With --format wasm, the folder for gaitway.wasm, gaitway.js and "
                + "gaitway.d.ts.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var replacing: ForceArgument

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The input of the exported model.", valueName: "input"))
    var input = ModelExport.Input.windows

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "The sensor case to export. slow: 10 to 14 samples per second; linear: without gravity; fast, for c and "
                + "wasm: also the lines of engines, from 95 samples per second on.", valueName: "case")
    )
    var sensorCase = SensorCase.total

    @Option(
        help: ArgumentHelp(
            "Also write test vectors for a resampler and a cutter of windows of your own.", valueName: "file"),
        completion: .file())
    var vectors: String?

    @Option(
        help: ArgumentHelp(
            "What the names of functions and types in the C source begin with. Give each model of a program another "
                + "one. Default: \(ModelExport.usualPrefix).", valueName: "name"))
    var prefix: String?

    func validate() throws {
        try require(knownFormat != nil, "give --format onnx, coreml, c or wasm, or an --output with such an ending")
        try Self.names.check(givenFormat, of: output)
        if let prefix {
            try require(format == .c, "--prefix needs --format c")
            try require(ModelExport.isPrefix(prefix), "--prefix takes a letter, then letters, digits and underscores")
        }
        guard vectors != OutputPlan.standardOutput || output != OutputPlan.standardOutput else {
            throw ValidationError("only one of --output and --vectors can be standard output")
        }
        guard format != .wasm || output != OutputPlan.standardOutput else {
            throw ValidationError("--format wasm writes three files; give --output a folder")
        }
        guard format == .c || format == .wasm, input == .features else { return }
        throw ValidationError("--from needs --format onnx or coreml; the C source has functions for both")
    }

    func run() throws {
        let loaded = try model.load()
        let files = format == .wasm ? WebModule.names.map { output + "/" + $0 } : [output]
        if format == .wasm {
            try OutputFolder.check(output)
            try OutputFolder.create(output)
        }
        try replacing.check(files + [vectors], reading: InputFiles([model.file]))
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
            try ResultFiles.save(vectorBytes, to: vectors, replaces: replacing.force)
        }
        for (file, contents) in zip(files, format == .wasm ? try WebModule.files(of: bytes) : [bytes]) {
            try ResultFiles.save(contents, to: file, replaces: replacing.force)
        }
    }
}

extension ModelExport.Format: ExpressibleByArgument {}

extension ModelExport.Input: ExpressibleByArgument {}
