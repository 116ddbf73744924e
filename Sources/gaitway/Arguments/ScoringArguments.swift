import ArgumentParser
import Evaluation
import FileWriting
import MotionTypes
import NotificationGate

/// What alerts are judged by, and which policies are judged.
struct ScoringArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Say how the alerts agree with what was wanted: a CSV with the columns place, from, to and label (wanted, unwanted or unsafe).",
            valueName: "file"))
    var wanted: String?

    @Option(
        help: ArgumentHelp(
            "Write such a file for this ride, to be corrected by hand: alerts in a vehicle are unsafe, one in each place is wanted.",
            valueName: "file"))
    var writeLabels: String?

    @Option(
        help: ArgumentHelp(
            "Play a policy with these values of a field; may be repeated for other fields, and all combinations are played.",
            valueName: "field=value,value"))
    var sweep: [String] = []

    @Option(
        help: ArgumentHelp(
            "Instead of a track: for how much of the labelled rides of a manifest an alert could have passed, with the built-in profiles.",
            valueName: "manifest"))
    var rides: String?

    @Option(
        help: ArgumentHelp(
            "With --rides: the folder with the recordings; the manifest's own folder if not given.", valueName: "dir"))
    var root: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "With --rides: use only rides with this value in this column; may be repeated.", valueName: "column=value"))
    var filters: [String] = []

    @Flag(help: "With --rides: skip and list rides that cannot be read.")
    var allowSkipped = false

    @Option(
        help: ArgumentHelp(
            "With --rides: answer each ride by a model that never saw its user or data set.", valueName: "user|dataset")
    )
    var crossValidate: FoldGrouping?

    @OptionGroup var modelArgument: ModelArgument

    func validate() throws {
        do throws(InputError) {
            _ = try PolicySweep(parsing: sweep)
        } catch {
            throw ValidationError("--sweep: \(error)")
        }
        try ManifestArguments.check(filters, of: "--where")
        guard rides == nil else {
            guard wanted == nil, writeLabels == nil else {
                throw ValidationError("--rides has labels of its own; leave --wanted and --write-labels out")
            }
            guard crossValidate == nil || modelArgument.model == nil else {
                throw ValidationError("give --model or --cross-validate, not both")
            }
            return
        }
        guard root == nil, filters.isEmpty, !allowSkipped, crossValidate == nil, modelArgument.model == nil else {
            throw ValidationError("--root, --where, --allow-skipped, --cross-validate and --model need --rides")
        }
    }

    /// Whether policies are put side by side.
    var isComparing: Bool { wanted != nil || !sweep.isEmpty }

    /// The rides that the manifest lists and --where leaves.
    func labelledRides(_ manifest: String) throws -> LabelledRides {
        try ManifestArguments.rides(manifest, root: root, filters: filters, skipsUnreadable: allowSkipped)
    }

    /// All that is read but the recordings.
    var files: [String] { [wanted, rides, modelArgument.model?.file].compactMap(\.self) }

    /// Adds the options to a command that a page quotes.
    func add(to command: inout QuotedCommand) {
        command.add("--wanted", file: wanted)
        command.add("--rides", file: rides)
        for filter in filters { command.add("--where", filter) }
        command.add("--allow-skipped", if: allowSkipped)
        command.add("--cross-validate", crossValidate?.rawValue)
        command.add("--model", file: modelArgument.model?.text)
        for text in sweep { command.add("--sweep", text) }
    }
}
