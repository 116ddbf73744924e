// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayWorkspace

/// The labels that alerts are judged by, and the policies to judge.
struct ScoringArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Judge the alerts by this CSV of labels. Its columns are place, from, to and label: "
                + "wanted, unwanted or unsafe.", valueName: "file"), completion: .file(extensions: ["csv"]))
    var wanted: String?

    @Option(
        help: ArgumentHelp(
            "Play the policy with each of these values of a field. Repeat it for more fields: "
                + "every combination is played. The field radius is that of the places, in metres; its value spacing "
                + "is half the way to the nearest other place.", valueName: "field=value,value"))
    var sweep: [String] = []

    @Flag(help: "Compare all strategies and profiles, and the policy file if one is given.")
    var compare = false

    @Option(
        help: ArgumentHelp(
            "Judge policies by the labelled rides of a manifest, instead of a track: "
                + "during how much of each activity an alert passes.", valueName: "manifest"), completion: .file())
    var rides: String?

    @Option(
        help: ArgumentHelp(
            "With --rides: the folder with the recordings. Default: the manifest's own folder.", valueName: "dir"),
        completion: .directory)
    var root: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "With --rides: use only rides with this value in this column. Repeat it for more.",
            valueName: "column=value"))
    var filters: [String] = []

    @Flag(help: "With --rides: skip rides that cannot be read, and list them.")
    var allowSkipped = false

    @Option(
        help: ArgumentHelp(
            "With --rides: classify each ride with a model that never saw its user or data set.",
            valueName: "user|dataset")
    )
    var crossValidate: FoldGrouping?

    @OptionGroup var modelArgument: ModelArgument

    func validate() throws {
        do throws(InputError) {
            for radius in try PolicySweep(parsing: sweep).radii { _ = try PlaceRadius(radius) }
        } catch {
            throw ValidationError("--sweep: \(error.forCommandLine)")
        }
        try ManifestArguments.check(filters, of: "--where")
        guard rides == nil else {
            try require(wanted == nil, "--rides has labels of its own; leave --wanted out")
            guard try PolicySweep(parsing: sweep).radii.isEmpty else {
                throw ValidationError("--rides has no places; leave --sweep radius out")
            }
            try require(
                crossValidate == nil || modelArgument.model == nil, "give --model or --cross-validate, not both")
            return
        }
        guard root == nil, filters.isEmpty, !allowSkipped, crossValidate == nil, modelArgument.model == nil else {
            throw ValidationError("--root, --where, --allow-skipped, --cross-validate and --model need --rides")
        }
    }

    /// Whether policies are compared.
    var isComparing: Bool { wanted != nil || !sweep.isEmpty }

    /// The rides of the manifest that pass --where.
    func labelledRides(_ manifest: String) throws -> LabelledRides {
        try ManifestArguments.rides(manifest, root: root, filters: filters, skipsUnreadable: allowSkipped)
    }

    /// All files that are read, except the recordings.
    var files: [String] { [wanted, rides, modelArgument.model?.file].compactMap(\.self) }
}

/// How the results of a simulation are written.
struct SimulationResultArguments: ParsableArguments {
    /// The form of the text.
    enum Format: String, CaseIterable, Sendable, ExpressibleByArgument { case table, ndjson, geojson }

    @Option(
        name: .customLong("format"),
        help: "How the result is written. Default: as the name of --output ends, or else table.")
    var givenFormat: Format?

    /// How the result is written.
    var format: Format { Self.names.format(givenFormat, of: output) ?? .table }

    private static let names = OutputName<Format>(endings: [
        ("ndjson", .ndjson), ("jsonl", .ndjson), ("geojson", .geojson), ("json", .geojson), ("txt", .table),
    ])

    @Option(help: .output(draws: false))
    var output: String?

    @Flag(help: "Show every decision in the table, not only how each entry ended.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Write the ride as an HTML page to look at and to play. - writes the page alone to standard output.",
            valueName: "file"), completion: .file())
    var report: String?

    @OptionGroup var map: TilesArguments

    @Option(
        help: ArgumentHelp(
            "Write first labels for this ride, to correct by hand: alerts in a vehicle are unsafe, "
                + "one in each place is wanted.", valueName: "file"), completion: .file())
    var writeLabels: String?

    @Option(
        help: ArgumentHelp(
            "With --wanted: write JUnit XML, a suite for each policy and a case for each label. The exit code is 1 "
                + "if a case fails.", valueName: "file"), completion: .file())
    var junit: String?

    @Flag(help: "With --junit: exit with 0 even if a case fails.")
    var allowFailures = false

    @OptionGroup var replacing: ForceArgument

    /// The files that are written beside what is printed.
    var files: [String] {
        [output == OutputPlan.standardOutput ? nil : output, report, writeLabels, junit].compactMap(\.self)
    }

    /// Writes one of the files, if it is asked for.
    func save(_ text: @autoclosure () throws -> String, to path: String?) throws {
        guard let path else { return }
        let text = try text()
        var files = ResultFiles(replaces: replacing.force)
        files.write(text, to: path)
        try files.finish()
    }

    /// Refuses files that are read as well, that are there, or that are named twice.
    func plan(reading inputs: InputFiles) throws { try replacing.check(files, reading: inputs) }

    func validate() throws {
        try Self.names.check(givenFormat, of: output)
        try map.validate(report: report)
    }
}
