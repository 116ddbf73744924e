// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayRecognition
import GaitwayReplay
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
        try writing.save(page(of: table, origin, streams), to: writing.report)
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
            command: Self.quotedLine)
    }
}

// Policies side by side on one ride.

extension SimulateCommand {
    /// The alerts of each policy in a scene; nil unless policies are compared.
    func trials(_ scene: RideScene) throws -> [AlertTrial]? {
        guard scoring.isComparing else { return nil }
        let labels = try scoring.wanted.map { path in
            try AlertLabels(
                csv: FileBytes.read(path, remedy: "give the labels of this ride"),
                source: StandardInput.name(of: path), for: scene)
        }
        let sweep = try PolicySweep(parsing: scoring.sweep)
        let base = try simulation.gatePolicy()
        let points = sweep.axes.isEmpty ? [] : try sweep.points(from: base)
        // One that was named is judged alone.
        var policies = simulation.profile == nil ? GatePolicy.profiles : [base]
        if simulation.policy != nil { policies.append(base) }
        let progress = TrainingProgress()
        let total = policies.count + points.count
        var trials: [AlertTrial] = []
        let runs = policies.map { PolicySweep.Point(values: [], policy: $0) } + points
        var scenes: [String: RideScene] = [:]
        for point in runs {
            if let radius = point.radius, scenes[radius] == nil { scenes[radius] = scene.with(try PlaceRadius(radius)) }
            let scene = point.radius.flatMap { scenes[$0] } ?? scene
            progress.show(.step(stage: "policies played", done: trials.count, total: total))
            trials.append(
                try AlertTrial(
                    scene, policy: point.policy, values: point.values, strategy: simulation.monitoring, labels: labels))
        }
        progress.show(.step(stage: "policies played", done: total, total: total))
        return trials
    }

    /// The labels as checks of the policy that the user names and of those of a sweep; of each profile if
    /// none is named.
    func junit(of trials: [AlertTrial], _ ride: RecordedRide) -> JUnitReport {
        let clock = simulation.clock(of: ride)
        // The profiles stand before a policy file, for comparison.
        let compared = simulation.policy == nil ? 0 : GatePolicy.profiles.count
        return JUnitReport(trials.dropFirst(compared).compactMap { JUnitReport.Suite($0, clock: clock) })
    }

    /// The trials as they are printed.
    func text(of trials: [AlertTrial], _ table: PolicyTable) throws -> String {
        let axes = try PolicySweep(parsing: scoring.sweep).axes.map(\.field)
        guard writing.format == .ndjson else {
            let (base, width) = (try simulation.gatePolicy().name, TerminalWidth.columns)
            let swept = trials.count { !$0.values.isEmpty }
            return PolicyText.unchanged(table, swept: swept, base: base, fields: axes, width: width)
                + PolicyText.verdict(table, width: width)
                + PolicyText.table(table, width: width)
        }
        return zip(trials, table.rows).map { $0.json(axes: axes, isOnFront: $1.isOnFront) + "\n" }.joined()
    }
}
