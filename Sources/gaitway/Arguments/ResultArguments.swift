// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace

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
        guard !replacing.force || output != nil || other != nil else {
            throw ValidationError("--force needs --output" + (option.map { " or " + $0 } ?? ""))
        }
    }

    /// The same for a command whose parent has the option.
    static func check(_ output: String?, endings: [String]) throws {
        try OutputName(endings: endings.map { ($0, PrintedFormat.only) }, hasOption: false).check(nil, of: output)
    }

    /// Runs work whose result goes to the file, once it is certain that the file can be written and is not an input.
    func taking(reading inputs: InputFiles, _ work: () async throws -> Void) async throws {
        var plan = OutputPlan(inputs: inputs)
        if let output { try plan.add(output, replaces: replacing.force) }
        try await ResultFile.taking(output, replaces: replacing.force, work)
    }

    private enum PrintedFormat: String, Sendable { case only }
}
