// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayWorkspace

/// The labelled rides of a subcommand.
struct ManifestArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A manifest: a CSV file that lists labelled rides.", valueName: "manifest"),
        completion: .file())
    var manifest: String

    @Option(
        help: ArgumentHelp("The folder with the recordings. Default: the manifest's own folder.", valueName: "dir"),
        completion: .directory)
    var root: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Use only rides with this value in this column. Repeat it for more values or columns.",
            valueName: "column=value"))
    var filters: [String] = []

    @Flag(help: "Skip rides that cannot be read, and list them.")
    var allowSkipped = false

    func validate() throws { try Self.check(filters, of: "--where") }

    /// Throws unless each text is a condition; `option` gave them.
    static func check(_ filters: [String], of option: String) throws {
        for filter in filters where ManifestFilter(parsing: filter) == nil {
            throw ValidationError("\(option) takes COLUMN=VALUE, not \(quoted: filter)")
        }
    }

    /// The rides of a manifest that meet the conditions. Without a root, recordings lie in the manifest's folder.
    static func rides(
        _ manifest: String, root: String?, filters: [String], judging judged: [String] = [], skipsUnreadable: Bool
    ) throws -> LabelledRides {
        try LabelledRides(
            manifest: FileBytes.manifest(manifest), source: manifest, root: root ?? FileName.folder(manifest),
            where: conditions(filters), judging: conditions(judged), skipsUnreadable: skipsUnreadable)
    }

    private static func conditions(_ filters: [String]) -> [(column: String, value: String)] {
        filters.compactMap { ManifestFilter(parsing: $0) }.map { ($0.column, $0.value) }
    }

    /// The rides of the manifest that pass --where; a ride that passes `judged` is judged, too.
    func rides(judging judged: [String] = []) throws -> LabelledRides {
        try Self.rides(manifest, root: root, filters: filters, judging: judged, skipsUnreadable: allowSkipped)
    }

    /// All files that are read: the manifest, the recordings and `others`.
    func files(of rides: LabelledRides, and others: [String?]) -> InputFiles {
        InputFiles([manifest] + rides.paths + others)
    }
}
