// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayReports
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway evaluate --phone`: the phone's own reports in logs beside a model.
struct PhoneEvaluation {
    let command: EvaluateCommand

    private var paths: [String] { [command.input.manifest] + command.others }

    func run() throws {
        let results = command.results
        try results.replacing.check(
            results.paths + [results.output], reading: InputFiles(paths + command.judged.files))
        let comparison = try PhoneComparison(
            of: command.judged.model.load(),
            on: paths.flatMap {
                try PhoneLog.logs(
                    at: $0, where: command.input.filters.compactMap { ManifestFilter(parsing: $0) },
                    root: command.input.root)
            },
            skipsUnreadable: command.input.allowSkipped,
            progress: TrainingProgress().show)
        // The files first: the reader of the text may close the pipe.
        var written = ResultFiles(replaces: results.replacing.force)
        written.write(comparison.json, to: results.json)
        written.write(page(of: comparison), to: results.report)
        try written.finish()
        guard results.arePrinted else { return }
        try StandardOutput.print(comparison.text(width: TerminalWidth.columns))
    }

    private func page(of comparison: PhoneComparison) -> String {
        // File names without the folders of one machine.
        comparison.page(
            subject: paths.map { FileName.last($0) }.joined(separator: ", "),
            command: EvaluateCommand.quotedLine, date: Today.date)
    }
}
