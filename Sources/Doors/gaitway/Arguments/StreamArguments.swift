public import ActivityRecognition
public import ArgumentParser
package import Reports

/// How windows become activities: the model, and what is known beside the samples.
struct RecognitionArguments: ParsableArguments {
    @OptionGroup var modelArgument: ModelArgument

    @Option(
        help: ArgumentHelp(
            "How windows are joined over time; lag waits 10 s, viterbi for the end of the log. Default: viterbi for "
                + "the table of a file, folder or zip, else causal.",
            valueName: "name"))
    var smoothing: Smoothing?

    @Flag(
        help:
            """
            Also use the speed of the log's location fixes. NDJSON and CSV then have version 2, and mark the windows \
            with a speed.
            """
    )
    var useSpeed = false

    @Option(
        help: ArgumentHelp(
            "How common each activity is here, as walking=0.3,cycling=0. The others share the rest; "
                + "0 rules an activity out.",
            valueName: "shares"),
        transform: { try ActivityPrior(parsing: $0) })
    var prior: ActivityPrior?
}

/// How an activity stream is written.
struct StreamArguments: ParsableArguments {
    @Option(help: "How the stream is written.")
    var format: StreamFormat = .table

    @Flag(help: "Show every change in the table, also short ones.")
    var all = false

    @Flag(help: "Write every window, not only changes.")
    var everyWindow = false

    @Option(help: ArgumentHelp("Write each stream to a file in this folder.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Also write a page that shows one log along time. - writes the page alone to standard output.",
            valueName: "file"))
    var report: String?

    @OptionGroup var replacing: ForceArgument
    @OptionGroup var local: ZoneArguments
}

extension StreamFormat: ExpressibleByArgument {}
extension Smoothing: ExpressibleByArgument {}
