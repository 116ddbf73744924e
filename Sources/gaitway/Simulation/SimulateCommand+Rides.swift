// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

// Policies over the labelled rides of a manifest.

extension SimulateCommand {
    /// How many times worse driving that passes may be than walking that is held.
    private static let weights = [1.0, 2, 4, 8, 16]

    /// Plays the rides of a manifest with each policy.
    func runRides(_ manifest: String) async throws {
        let base = try simulation.gatePolicy()
        let sweep = try PolicySweep(parsing: scoring.sweep)
        let points = sweep.axes.isEmpty ? [] : try sweep.points(from: base)
        let rides = try scoring.labelledRides(manifest)
        if !writing.files.isEmpty {
            try writing.plan(reading: InputFiles(scoring.files + rides.paths + [simulation.policy]))
        }
        let progress = TrainingProgress(logsFits: true)
        let streams: RideStreams
        let origin: String
        if let grouping = scoring.crossValidate {
            streams = try await RideStreams(
                crossValidating: ModelTraining(), by: grouping, on: rides, progress: progress.show)
            origin = "Each ride is classified by a model that never saw its \(grouping == .user ? "user" : "data set")."
        } else {
            let model = try scoring.modelArgument.load()
            streams = try await RideStreams(of: model, on: rides, progress: progress.show)
            origin =
                "All rides are classified by \(model.name). Its results on rides that it was trained on are too good."
        }
        var policies = GatePolicy.profiles
        if simulation.policy != nil { policies.append(base) }
        let trials = try await PolicyTrial.play(
            policies.map { PolicyTrial(policy: $0) } + points.map { PolicyTrial(policy: $0.policy, values: $0.values) },
            on: streams.rides, workers: Processors.count, progress: progress.show)
        let swept = Array(trials.dropFirst(policies.count))
        let choices = Self.weights.compactMap { SweepChoice(swept, weight: $0) }
        let table = PolicyTable(trials)
        var files = ResultFiles(replaces: writing.replacing.force)
        files.write(page(of: table, origin, streams), to: writing.report)
        try files.finish()
        guard OutputPlan.isFile(writing.output) || writing.report != OutputPlan.standardOutput else { return }
        var output = StandardOutput()
        switch writing.format {
        case .table, .geojson:
            let width = TerminalWidth.columns
            try output.write(
                PolicyText.unchanged(
                    table, swept: swept.count, base: base.name, fields: sweep.axes.map(\.field), width: width))
            try output.write(PolicyText.verdict(table, width: width))
            if let figures = trials.first?.figures {
                try output.write(PolicyText.basis(figures, rides: streams.rides.count, width: width))
            }
            try output.write(TextWidth.wrapped(origin + Self.leftOut(streams), width: width) + "\n")
            try output.write(PolicyText.table(table, width: width))
            try output.write(PolicyText.choices(choices, of: swept, width: width))
        case .ndjson:
            let leftOut = Self.leftOut(streams)
            if !leftOut.isEmpty { Diagnostics.note(String(leftOut.dropFirst())) }
            let axes = sweep.axes.map(\.field)
            for (trial, row) in zip(trials, table.rows) {
                try output.write(trial.json(axes: axes, isOnFront: row.isOnFront) + "\n")
            }
            for choice in choices { try output.write(choice.json(of: swept) + "\n") }
        }
        try output.flush()
    }

    /// What of the manifest has no stream.
    private static func leftOut(_ streams: RideStreams) -> String {
        var parts: [String] = []
        if !streams.skipped.isEmpty { parts.append("\(streams.skipped.count.counted("ride")) cannot be read") }
        if streams.unanswered > 0 {
            parts.append(
                "left out \(streams.unanswered.counted("ride")): the model does not serve the sensors or the rate")
        }
        return parts.isEmpty ? "" : " " + parts.joined(separator: ", ") + "."
    }

    private func page(of table: PolicyTable, _ origin: String, _ streams: RideStreams) -> String {
        table.page(
            rides: scoring.rides.map(FileName.last) ?? "",
            lead: streams.rides.count.counted("ride") + ". " + origin,
            command: GivenArguments(of: Self.self).quoted("gaitway simulate"))
    }
}
