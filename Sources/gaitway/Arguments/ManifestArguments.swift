import ArgumentParser
import Evaluation
import FileWriting
import MotionTypes

/// The labelled rides of a subcommand.
struct ManifestArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("A manifest: a CSV that lists labelled rides.", valueName: "manifest"))
    var manifest: String

    @Option(
        help: ArgumentHelp("The folder with the recordings; the manifest's own folder if not given.", valueName: "dir")
    )
    var root: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Use only rides with this value in this column; may be repeated, for other columns and for other values of one.",
            valueName: "column=value"))
    var filters: [String] = []

    @Flag(help: "Skip and list rides that cannot be read.")
    var allowSkipped = false

    func validate() throws { try Self.check(filters, of: "--where") }

    /// Throws unless each text is a condition; `option` is where they come from.
    static func check(_ filters: [String], of option: String) throws {
        for filter in filters where ManifestFilter(parsing: filter) == nil {
            throw ValidationError("\(option) takes COLUMN=VALUE, not \(quoted: filter)")
        }
    }

    /// The rides that a manifest lists and the conditions leave; without a root, recordings are relative to the manifest's folder.
    static func rides(
        _ manifest: String, root: String?, filters: [String], judging judged: [String] = [], skipsUnreadable: Bool
    ) throws -> LabelledRides {
        try LabelledRides(
            manifest: FileBytes.read(manifest), source: manifest, root: root ?? folder(of: manifest),
            where: conditions(filters), judging: conditions(judged), skipsUnreadable: skipsUnreadable)
    }

    private static func conditions(_ filters: [String]) -> [(column: String, value: String)] {
        filters.compactMap { ManifestFilter(parsing: $0) }.map { ($0.column, $0.value) }
    }

    /// The rides that the manifest lists and --where leaves; those with `judged` are to be judged.
    func rides(judging judged: [String] = []) throws -> LabelledRides {
        try Self.rides(manifest, root: root, filters: filters, judging: judged, skipsUnreadable: allowSkipped)
    }

    /// All files that are read: the manifest, the recordings and whatever else is named.
    func files(of rides: LabelledRides, and others: [String?]) -> InputFiles {
        var files = InputFiles()
        for path in [manifest] + rides.paths + others.compactMap(\.self) { files.add(path) }
        return files
    }

    /// Adds the manifest and the filters to a command that is written down.
    func add(to command: inout QuotedCommand) {
        command.add(FileName.last(manifest))
        for filter in filters { command.add("--where", filter) }
        command.add("--allow-skipped", if: allowSkipped)
    }

    private static func folder(of manifest: String) -> String {
        guard let slash = manifest.lastIndex(of: "/") else { return "." }
        return slash == manifest.startIndex ? "/" : String(manifest[..<slash])
    }
}
