// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
import GaitwayBase
public import GaitwayRecognition
package import GaitwayReports
import GaitwayWorkspace

/// How windows become activities: the model, and what is known beside the samples.
struct RecognitionArguments: ParsableArguments {
    @OptionGroup var modelArgument: ModelArgument

    @Option(
        help: ArgumentHelp(
            "How windows are smoothed over time: none, causal, lag (waits 10 s) or viterbi (waits for the end of the "
                + "log). Default: viterbi for a file, folder or zip, causal for a pipe.", valueName: "name"))
    var smoothing: Smoothing?

    @Flag(help: "Decide from the past only, as a phone would: --smoothing causal.")
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
                + "0 rules an activity out.", valueName: "shares"),
        transform: { try ActivityPrior(parsing: $0) })
    var prior: ActivityPrior?
}

/// How an activity stream is written.
struct StreamArguments: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: "The format of the result. Default: as the name of --output ends, or else table.")
    var givenFormat: StreamFormat?

    /// How the answers are written.
    var format: StreamFormat { Self.names.format(givenFormat, of: output) ?? .table }

    private static let names = OutputName<StreamFormat>(endings: [
        ("csv", .csv), ("ndjson", .ndjson), ("jsonl", .ndjson), ("txt", .table),
    ])

    @Flag(help: "For several logs, show the stretches of each instead of one row per log.")
    var each = false

    @Flag(help: "Show every change in the table or the CSV, also short ones.")
    var all = false

    @Flag(help: "Write every window, not only changes.")
    var everyWindow = false

    @Flag(help: "With --all or --every-window: also write the log's header and closing line to the CSV, as comments.")
    var header = false

    @Option(help: .output(), completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Write the stream of each log to a file of its own in this folder.", valueName: "dir"),
        completion: .directory)
    var outputDir: String?

    @Option(
        help: ArgumentHelp(
            "Also write a page that shows one log along time. - writes the page alone to standard output.",
            valueName: "file"), completion: .file())
    var report: String?

    @OptionGroup var map: TilesArguments
    @OptionGroup var drawing: PictureArguments
    @OptionGroup var replacing: ForceArgument
    @OptionGroup var local: ZoneArguments

    func validate() throws {
        try require(output == nil || outputDir == nil, "give --output or --output-dir, not both")
        if let output, output.hasSuffix("/") || FileStatus(path: output)?.kind == .folder {
            throw ValidationError(
                "--output takes a file; for a file per log in the folder, give --output-dir \(quoted: output)")
        }
        try Self.names.check(givenFormat, of: output)
        if output == nil, outputDir == nil, report == nil, drawing.picture == nil {
            try replacing.refuseUnused("--output, --output-dir, --report or --picture")
        }
        guard [output, report].count(where: { $0 == OutputPlan.standardOutput }) <= 1 else {
            throw ValidationError("only one of --output and --report can be standard output")
        }
        try map.validate(report: report)
    }
}

extension StreamFormat: ExpressibleByArgument {}
extension Smoothing: ExpressibleByArgument {}
