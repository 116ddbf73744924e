// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import GaitwayRecognition
package import GaitwayReports
import GaitwayWorkspace

/// How windows become activities: the model, and what is known beside the samples.
struct RecognitionArguments: ParsableArguments {
    @OptionGroup var modelArgument: ModelArgument

    @Option(
        help: ArgumentHelp(
            "How windows are joined over time: none, causal, lag (waits 10 s) or viterbi (waits for the end of the "
                + "log). Default: viterbi for a file, folder or zip, causal for a pipe.",
            valueName: "name"))
    var smoothing: Smoothing?

    @Flag(help: "Answer as a phone would have at the time, from the windows so far: --smoothing causal.")
    var live = false

    /// How windows are joined, if the user chose it.
    var chosenSmoothing: Smoothing? { live ? .causal : smoothing }

    func validate() throws {
        if live, let smoothing, smoothing != .causal {
            throw ValidationError("--live is --smoothing causal; leave --live or --smoothing \(smoothing.rawValue) out")
        }
    }

    @Flag(
        help:
            """
            Also use the speed of the log's location fixes. NDJSON and CSV then have the speed of each window that \
            has one.
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

    @Flag(help: "Show the stretches of each of several logs, not a row for each log.")
    var each = false

    @Flag(help: "Show every change in the table, also short ones.")
    var all = false

    @Flag(help: "Write every window, not only changes.")
    var everyWindow = false

    @Flag(help: "Also write what describes the log to the CSV: a comment before its rows, and one after them.")
    var header = false

    @Option(help: ArgumentHelp("Write each stream to a file in this folder.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Also write a page that shows one log along time. - writes the page alone to standard output.",
            valueName: "file"))
    var report: String?

    @OptionGroup var map: TilesArguments
    @OptionGroup var replacing: ForceArgument
    @OptionGroup var local: ZoneArguments

    func validate() throws { try map.validate(report: report) }
}

extension StreamFormat: ExpressibleByArgument {}
extension Smoothing: ExpressibleByArgument {}
