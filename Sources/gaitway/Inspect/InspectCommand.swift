// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway inspect`: the content of logs.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what logs hold: sensors, rates, gaps and units, and what was guessed or repaired.",
        discussion: """
            Some logs also hold what the phone itself recognised. Its reports are counted by activity and confidence.

            EXAMPLES
              gaitway inspect Datasets/bike
              gaitway inspect Datasets/bike Datasets/walk
              gaitway inspect Datasets/labelled/ann-walking.csv --unit m/s^2
              gaitway inspect Datasets/bike --output bike.json
              gaitway inspect Datasets/bike Datasets/walk --output-dir contents
            """)

    @OptionGroup var input: LogArguments
    @OptionGroup var messages: QuietArguments
    @OptionGroup var local: ZoneArguments

    @Flag(
        help: ArgumentHelp(
            "Write one JSON object per log, one per line; times are UTC. The default for an --output that ends in "
                + ".json or .ndjson."))
    var json = false

    @OptionGroup var result: ResultArguments

    @Option(
        help: ArgumentHelp("Write a file for each log, named after the log, to this folder.", valueName: "dir"),
        completion: .directory)
    var outputDir: String?

    func validate() throws {
        try result.check(endings: "txt", "json", "ndjson", beside: outputDir, named: "--output-dir")
        try require(result.output == nil || outputDir == nil, "give --output or --output-dir, not both")
    }

    private var isJSON: Bool {
        json || result.output.flatMap(FileName.ending).map { ["json", "ndjson"].contains($0) } ?? false
    }

    func run() async throws {
        let search = try input.search(except: outputDir)
        let inputs = LogFiles.inputs(of: search.logs)
        var plan = OutputPlan(inputs: inputs)
        let files = try outputDir.map { folder in
            try LogFiles.paths(
                of: search.logs, in: folder, ending: isJSON ? "json" : "txt", inputs: inputs,
                replaces: result.replacing.force, plan: &plan)
        }
        try await result.taking(reading: inputs) { try inspect(search, files) }
    }

    private func inspect(_ search: LogSearch, _ files: [String]?) throws {
        Diagnostics.errors(search.faults)
        var failed = !search.faults.isEmpty
        for (index, log) in search.logs.enumerated() {
            do {
                var options = input.reading.options
                options.readsLocation = true
                options.readsPhoneActivity = true
                let summary = try RecordingSummary(RecordingReader(log, options: options))
                let text =
                    isJSON
                    ? InspectionJSON(summary).line
                    : InspectionText(summary, zone: local.zone, width: TerminalWidth.columns).text
                guard let path = files?[index] else {
                    try StandardOutput.print(text)
                    continue
                }
                if let outputDir { try OutputFolder.create(outputDir) }
                try ResultFiles.save(Array(text.utf8), to: path, replaces: result.replacing.force)
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }
}
