// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayWorkspace

/// Whether results may replace files that exist.
struct ForceArgument: ParsableArguments {
    @Flag(help: "Replace files that exist.")
    var force = false
}

/// The one result of a subcommand.
struct OutputArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var replacing: ForceArgument

    /// Refuses an output that cannot be written, or that is read as well.
    func check(reading paths: String?...) throws {
        var plan = OutputPlan(inputs: InputFiles(paths))
        try plan.add(output, replaces: replacing.force)
    }

    /// Writes the result.
    func write(_ bytes: [UInt8]) throws {
        try ResultFiles.save(bytes, to: output, replaces: replacing.force)
    }
}
