// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation
import Glibc

/// Macro-F1 after some minutes of labels, for each trial.
struct Curve {
    static let minutes: [Double] = [0, 1, 2, 5, 10, 20, 40]

    let name: String
    /// For each trial, the figures of ``minutes``.
    private(set) var trials: [[Double]] = []
    /// How many labels each trial took in all.
    private(set) var labelCounts: [Double] = []

    init(name: String) { self.name = name }

    mutating func run(_ division: Division, by choice: Labelling.Choice, trial: Int) throws {
        var labelling = try Labelling(division, by: choice, trial: trial)
        trials.append(
            try Self.minutes.map { minutes in
                try labelling.label(upTo: minutes)
                return try labelling.macroF1()
            })
        labelCounts.append(Double(labelling.labelCount))
    }

    /// The mean over the trials.
    func mean(_ step: Int) -> Double { Self.mean(trials.map { $0[step] }) }

    /// The standard deviation over the trials.
    func spread(_ step: Int) -> Double { Self.spread(trials.map { $0[step] }) }

    /// The mean length of a label, in seconds.
    var secondsOfLabel: Double { 60 * (Self.minutes.last ?? 0) / Self.mean(labelCounts) }

    /// The mean gain over another curve of the same trials, and its standard error.
    func gain(over other: Curve, _ step: Int) -> (mean: Double, error: Double) {
        let gains = zip(trials, other.trials).map { $0[step] - $1[step] }
        return (Self.mean(gains), Self.spread(gains) / Double(gains.count).squareRoot())
    }

    /// The minutes at which the mean first reaches a figure, between steps in a straight line; nil beyond the last.
    func minutes(toReach figure: Double) -> Double? {
        var last = mean(0)
        if last >= figure { return 0 }
        for step in Self.minutes.indices.dropFirst() {
            let next = mean(step)
            if next >= figure {
                let before = Self.minutes[step - 1]
                return before + (Self.minutes[step] - before) * (figure - last) / (next - last)
            }
            last = max(last, next)
        }
        return nil
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    private static func spread(_ values: [Double]) -> Double {
        let center = mean(values)
        let squares = values.reduce(0) { $0 + ($1 - center) * ($1 - center) }
        return (squares / Double(max(1, values.count - 1))).squareRoot()
    }
}
