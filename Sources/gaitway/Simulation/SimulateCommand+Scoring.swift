// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayReplay
import GaitwayReports
import GaitwayWorkspace

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
