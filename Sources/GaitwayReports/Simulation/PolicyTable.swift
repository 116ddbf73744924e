// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayEvaluation
import GaitwayReplay

/// Policies side by side: their figures as text, and a cost and a gain to compare them by.
package struct PolicyTable: Sendable {
    package struct Row: Sendable {
        package let name: String
        /// Its figures, one for each column.
        package let cells: [String]
        /// The figure to keep low.
        package let cost: Double
        /// The figure to keep high.
        package let gain: Double
        package fileprivate(set) var isOnFront = false
    }

    package let title: String
    package let columns: [String]
    /// The policies in the order of the sweep.
    package let rows: [Row]
    /// What it means that no other policy beats one: a sentence.
    package let front: String
    package let costName: String
    package let gainName: String

    private init(
        title: String, columns: [String], rows: [Row], front: String, costName: String, gainName: String
    ) {
        var rows = rows
        for index in ParetoFront.indices(rows.map { ($0.cost, $0.gain) }) { rows[index].isOnFront = true }
        self.title = title
        self.columns = columns
        self.rows = rows
        self.front = front
        self.costName = costName
        self.gainName = gainName
    }

    /// Policies over many rides, by the share of time in which an alert could pass.
    package init(_ trials: [PolicyTrial]) {
        self.init(
            title: "Share of walking in which an alert could pass against that of driving, in per cent.",
            columns: ["driving passes", "walking held", "running held", "cycling held", "standing held"],
            rows: trials.map { trial in
                let figures = trial.figures
                func held(_ activity: Activity) -> String {
                    FigureText.percent(figures.passedShare(of: activity).map { 1 - $0 }, places: 1)
                }
                return Row(
                    name: trial.policy.name,
                    cells: [FigureText.percent(figures.drivingPassed, places: 1)]
                        + [Activity.walking, .running, .cycling, .stationary].map(held),
                    cost: 100 * (figures.drivingPassed ?? 0), gain: 100 * (1 - (figures.walkingHeld ?? 1)))
            }, front: "No other policy lets fewer alerts pass while driving without holding more while walking.",
            costName: "driving in which an alert could pass, %", gainName: "walking in which an alert could pass, %")
    }

    /// Policies on one ride, by their alerts and the agreement with wanted alerts.
    package init(_ trials: [AlertTrial]) {
        let isScored = trials.contains { $0.score != nil }
        self.init(
            title: isScored
                ? "Wanted alerts that came against alerts that were unsafe."
                : "Alerts shown against alerts shown while the activity stream, in hindsight, "
                    + "has the phone in a vehicle.",
            columns: isScored
                ? [
                    "alerts", "useful", "precision", "recall", "median delay", "worst", "unsafe", "unwanted",
                    "unlabelled",
                    "while driving",
                ] : ["alerts", "after deferral", "while driving"],
            rows: trials.map { trial in
                let alerts = trial.result.tally.count(.deliver)
                let driving = trial.result.alertsWhileDriving
                let drivingText = driving.map { "\($0)" } ?? "-"
                guard let score = trial.score else {
                    return Row(
                        name: trial.result.policy,
                        cells: ["\(alerts)", "\(trial.result.tally.deferredAndDelivered)", drivingText],
                        cost: Double(driving ?? 0), gain: Double(alerts))
                }
                return Row(
                    name: trial.result.policy,
                    cells: [
                        "\(alerts)", "\(score.useful)", FigureText.percent(score.precision, places: 1),
                        FigureText.percent(score.recall, places: 1),
                        FigureText.seconds(score.medianDelay), FigureText.seconds(score.delays.last), "\(score.unsafe)",
                        "\(score.unwanted)", "\(score.unlabelled)", drivingText,
                    ], cost: Double(score.unsafe), gain: Double(score.met))
            },
            front: isScored
                ? "No other policy shows fewer unsafe alerts without losing wanted ones."
                : "No other policy shows fewer alerts while driving without showing fewer in all.",
            costName: isScored ? "unsafe alerts" : "alerts while driving",
            gainName: isScored ? "wanted alerts that came" : "alerts shown")
    }
}
