internal import MotionTypes
internal import NotificationGate
internal import RideReplay
internal import TextFormats

/// Policies side by side: their figures as text, and the two that are weighed against each other.
package struct PolicyTable: Sendable {
    /// One policy.
    package struct Row: Sendable {
        /// The policy's name.
        package let name: String
        /// Its figures, one for each column.
        package let cells: [String]
        /// Less is better.
        package let cost: Double
        /// More is better.
        package let gain: Double
        /// Whether nothing beats it.
        package fileprivate(set) var isOnFront = false
    }

    /// What the table shows, in a sentence.
    package let title: String
    /// The names of the figures.
    package let columns: [String]
    /// The policies.
    package let rows: [Row]
    /// The name of what less is better of.
    package let costName: String
    /// The name of what more is better of.
    package let gainName: String

    private init(
        title: String, columns: [String], rows: [Row], costName: String, gainName: String
    ) {
        var rows = rows
        for index in ParetoFront.indices(rows.map { ($0.cost, $0.gain) }) { rows[index].isOnFront = true }
        self.title = title
        self.columns = columns
        self.rows = rows
        self.costName = costName
        self.gainName = gainName
    }

    /// Of many rides: for how much of the time an alert could have passed.
    package init(_ trials: [PolicyTrial]) {
        self.init(
            title: "Share of walking in which an alert could pass against that of driving, in per cent.",
            columns: ["driving passes", "walking held", "running held", "cycling held", "standing held"],
            rows: trials.map { trial in
                let figures = trial.figures
                func held(_ activity: Activity) -> String {
                    Self.percent(figures.passedShare(of: activity).map { 1 - $0 })
                }
                return Row(
                    name: trial.policy.name,
                    cells: [Self.percent(figures.drivingPassed)]
                        + [Activity.walking, .running, .cycling, .stationary].map(held),
                    cost: 100 * (figures.drivingPassed ?? 0), gain: 100 * (1 - (figures.walkingHeld ?? 1)))
            }, costName: "driving in which an alert could pass, %", gainName: "walking in which an alert could pass, %")
    }

    /// Of one ride: the alerts, and how they agree with what was wanted.
    package init(_ trials: [AlertTrial]) {
        let isScored = trials.contains { $0.score != nil }
        self.init(
            title: isScored
                ? "Wanted alerts that came against alerts that were unsafe."
                : "Alerts shown against alerts shown while the activity stream, in hindsight, has the phone in a vehicle.",
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
                        "\(alerts)", "\(score.useful)", Self.percent(score.precision), Self.percent(score.recall),
                        Self.seconds(score.medianDelay), Self.seconds(score.delays.last), "\(score.unsafe)",
                        "\(score.unwanted)", "\(score.unlabelled)", drivingText,
                    ], cost: Double(score.unsafe), gain: Double(score.met))
            }, costName: isScored ? "unsafe alerts" : "alerts while driving",
            gainName: isScored ? "wanted alerts that came" : "alerts shown")
    }

    /// A share in per cent, or a dash.
    package static func percent(_ share: Double?) -> String {
        share.map { DecimalText.text(100 * $0, places: 1) + " %" } ?? "-"
    }

    private static func seconds(_ time: Duration?) -> String {
        time.map { DecimalText.text($0.inSeconds, places: 1) + " s" } ?? "-"
    }
}
