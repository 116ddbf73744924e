// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace

/// Whether results may replace files that exist.
struct ForceArgument: ParsableArguments {
    @Flag(help: "Replace files that exist.")
    var force = false

    /// Throws if `--force` is given, for a command without a file to write; `options` would name one.
    func refuseUnused(_ options: String) throws {
        if force { throw ValidationError("--force needs \(options)") }
    }

    /// Refuses outputs that cannot be written, that are read as well, or that are named twice.
    func check(_ outputs: [String?], reading inputs: InputFiles) throws {
        var plan = OutputPlan(inputs: inputs)
        for path in outputs.compactMap(\.self) { try plan.add(path, replaces: force) }
    }
}

/// The one result of a subcommand.
struct OutputArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var replacing: ForceArgument

    /// Refuses an output that cannot be written, or that is read as well.
    func check(reading paths: String?...) throws {
        try replacing.check([output], reading: InputFiles(paths))
    }

    func write(_ bytes: [UInt8]) throws {
        try ResultFiles.save(bytes, to: output, replaces: replacing.force)
    }
}

/// A file for what a subcommand prints.
struct ResultArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the result to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var replacing: ForceArgument

    /// Refuses a name whose ending promises another kind of file than the result is, and `--force` without a file;
    /// `other` is a second option for one.
    func check(endings: String..., beside other: String? = nil, named option: String? = nil) throws {
        try Self.check(output, endings: endings)
        if output == nil, other == nil { try replacing.refuseUnused("--output" + (option.map { " or " + $0 } ?? "")) }
    }

    /// The same for a command whose parent has the option.
    static func check(_ output: String?, endings: [String]) throws {
        try OutputName(endings: endings.map { ($0, PrintedFormat.only) }, hasOption: false).check(nil, of: output)
    }

    /// Runs work whose result goes to the file, once it is certain that the file can be written and is not an input.
    func taking(reading inputs: InputFiles, _ work: () async throws -> Void) async throws {
        try replacing.check([output], reading: inputs)
        try await ResultFile.taking(output, replaces: replacing.force, work)
    }

    private enum PrintedFormat: String, Sendable { case only }
}

/// What a command prints on standard error beside faults.
struct QuietArguments: ParsableArguments {
    @Flag(help: "Print no progress and no notes, only faults.")
    var quiet = false

    @Flag(help: "Print all notes on each log, not only three.")
    var notes = false

    func validate() throws {
        if quiet, notes { throw ValidationError("give --quiet or --notes, not both") }
        if quiet { Diagnostics.beQuiet() }
        Diagnostics.keepNotes(showsAll: notes)
    }
}
