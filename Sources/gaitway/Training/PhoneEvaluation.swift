// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayRecognition
import GaitwayReports
import GaitwayTimeline
import GaitwayWorkspace

/// `gaitway evaluate --phone`: the phone's own reports in logs beside a model.
struct PhoneEvaluation {
    let command: EvaluateCommand

    private var paths: [String] { [command.input.manifest] + command.others }

    func run() throws {
        let results = command.results
        var plan = OutputPlan(inputs: InputFiles(paths + command.judged.files))
        for path in results.paths + [results.output].compactMap(\.self) {
            try plan.add(path, replaces: results.replacing.force)
        }
        let comparison = try PhoneComparison(
            of: command.judged.model.load(), on: paths.flatMap(logs),
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

    /// The logs of a manifest, or those that a search finds at a path.
    private func logs(at path: String) throws -> [PhoneLog] {
        guard try isManifest(path) else {
            let search = LogSearch([path])
            if let fault = search.faults.first, search.logs.isEmpty { throw fault }
            Diagnostics.errors(search.faults)
            return search.logs.map { PhoneLog($0) }
        }
        let manifest = try Manifest(csv: FileBytes.manifest(path), source: path)
            .filtered(by: command.input.filters.compactMap { ManifestFilter(parsing: $0) })
        return PhoneLog.logs(of: manifest, root: command.input.root ?? ManifestArguments.folder(of: path))
    }

    /// Whether the first line of a file names the columns that a manifest must have.
    private func isManifest(_ path: String) throws -> Bool {
        guard path != StandardInput.path else { return true }
        guard FileStatus(path: path)?.kind == .file else { return false }
        guard let table = try? TableReader(TrackBytes(path: path).head(1 << 16), others: .kept) else { return false }
        let names = table.columns.all.map(\.name)
        return ["recording", "activity"].allSatisfy(names.contains)
    }

    private func page(of comparison: PhoneComparison) -> String {
        // File names without the folders of one machine.
        comparison.page(
            subject: paths.map { FileName.last($0) }.joined(separator: ", "),
            command: GivenArguments(of: EvaluateCommand.self).quoted("gaitway evaluate"), date: Today.date)
    }
}
