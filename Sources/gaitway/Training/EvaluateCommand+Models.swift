// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayReports
import GaitwayWorkspace

/// `gaitway evaluate` with several models: each beside the first, on the same windows.
extension EvaluateCommand {
    func validateModels() throws {
        try require((50...99).contains(results.interval), "--interval takes a whole number from 50 to 99")
        if results.format != .text, results.details {
            throw ValidationError("--details is for text; leave it or --format \(results.format.rawValue) out")
        }
        guard judged.models.count > 1 else { return }
        var seen: Set<String> = []
        for model in judged.models {
            // Two paths may lead to one file.
            let identity = model.file.flatMap { FileIdentity(path: $0)?.text }
            try require(
                seen.insert(identity ?? model.text).inserted, "--model \(QuotedText.text(model.text)) is given twice")
        }
        guard !scope.phone, !scope.variants, !scope.useSpeed, !results.details,
            results.spliced == nil, results.predictions == nil, results.drawing.picture == nil
        else {
            throw ValidationError(
                "several models: leave --phone, --variants, --use-speed, --details, --picture, --predictions "
                    + "and --spliced out")
        }
    }

    /// The models' names in tables: without folders where that tells them apart.
    private var modelNames: [String] {
        let paths = judged.models.map(\.text)
        let names = paths.map(FileName.last)
        return Set(names).count == names.count ? names : paths
    }

    private func page(of comparison: PairedComparison) -> String {
        comparison.page(
            manifest: FileName.last(input.manifest),
            command: Self.quotedLine, date: Today.date)
    }

    /// Prints and writes the comparison.
    func compare(
        on rides: LabelledRides, printsText: Bool, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws {
        let models = try judged.models.map { try $0.load() }
        let comparison = try await PairedComparison(
            of: zip(modelNames, models).map { ($0, $1) }, on: rides, as: scope.sensorCase, progress: progress)
        var files = ResultFiles(replaces: results.replacing.force)
        files.write(comparison.json, to: results.json)
        files.write(page(of: comparison), to: results.report)
        try files.finish()
        guard printsText else { return }
        switch results.format {
        case .text: try StandardOutput.print(comparison.text(width: TerminalWidth.columns))
        case .csv: try StandardOutput.print(EvaluationTable(comparison).csv)
        case .latex: try StandardOutput.print(EvaluationTable(comparison).latex)
        }
    }
}
