package import Learning
internal import MotionTypes

/// How a model's probabilities are brought to what they claim; the least that helps.
package enum Calibration: Sendable, Hashable {
    /// Not at all.
    case none
    /// All logits divided by one number.
    case temperature(TemperatureScaling)
    /// A scale and an offset for each class.
    case vector(VectorScaling)

    /// The calibration's name, as reports have it.
    package var name: String {
        switch self {
        case .none: "none"
        case .temperature(let scaling): "temperature \((scaling.temperature * 1000).rounded() / 1000)"
        case .vector: "vector scaling"
        }
    }

    /// The same as a scale and an offset for each class; nil for none.
    var scaling: VectorScaling? {
        switch self {
        case .none: nil
        case .temperature(let scaling): VectorScaling(scaling, classes: ActivityClass.allCases.count)
        case .vector(let scaling): scaling
        }
    }

    /// The share of the log-loss that a calibration has to save: less is chance, and other people are not like these.
    private static let leastGain = 0.01

    /// The calibration that does best on windows held out: each candidate is fitted to half of the folds and judged by
    /// the log-loss on the other half, both ways; the winner is fitted to all. One that saves less than a hundredth
    /// stays out, and so do all where a half shows fewer than two activities.
    ///
    /// Windows without a truth are of none of the activities; `weights` are theirs.
    static func best(for windows: [ScoredWindow], weights: [Double]) throws -> Calibration {
        let folds = Set(windows.map(\.fold)).sorted()
        let halves = [Set(folds.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)), Set<Int>()]
        let data = HeldOutLogits(windows, weights: weights)
        let candidates: [@Sendable (HeldOutLogits) throws -> Calibration] = [
            { _ in .none },
            { .temperature(try TemperatureScaling(fitting: $0.logits, labels: $0.labels, weights: $0.weights)) },
            { .vector(try VectorScaling(fitting: $0.logits, labels: $0.labels, weights: $0.weights)) },
        ]
        let first = windows.indices.filter { halves[0].contains(windows[$0].fold) }
        let second = windows.indices.filter { !halves[0].contains(windows[$0].fold) }
        guard [first, second].allSatisfy({ half in Set(half.compactMap { windows[$0].truth }).count > 1 }) else {
            return .none
        }
        let losses = try candidates.map { candidate in
            try data.part(second).logLossSum(candidate(data.part(first)))
                + data.part(first).logLossSum(candidate(data.part(second)))
        }
        guard let winner = losses.indices.min(by: { losses[$0] < losses[$1] }),
            losses[winner] < losses[0] * (1 - leastGain)
        else { return .none }
        return try candidates[winner](data)
    }
}

/// Logits of windows that a model did not learn from: centred logarithms of the probabilities, so that their sum is 0,
/// as that of a model's own logits is.
private struct HeldOutLogits: Sendable {
    var logits: Matrix
    var labels: [Int]
    var weights: [Double]

    init(_ windows: [ScoredWindow], weights: [Double]) {
        let classes = ActivityClass.allCases
        logits = Matrix(rows: windows.count, columns: classes.count)
        labels = []
        for (row, window) in windows.enumerated() {
            let logarithms = window.probabilities.logits
            for (column, value) in logarithms.enumerated() { logits[row, column] = value }
            labels.append(window.truth.map { ActivityClass($0) }?.rawValue ?? ActivityClass.noneOfThese.rawValue)
        }
        self.weights = weights
    }

    func part(_ rows: [Int]) -> HeldOutLogits {
        var part = self
        part.logits = Matrix(rows: rows.count, columns: logits.columns)
        for (place, row) in rows.enumerated() {
            for column in 0..<logits.columns { part.logits[place, column] = logits[row, column] }
        }
        part.labels = rows.map { labels[$0] }
        part.weights = rows.map { weights[$0] }
        return part
    }

    /// The weighted sum of −ln p of the labels after a calibration.
    func logLossSum(_ calibration: Calibration) -> Double {
        var sum = 0.0
        for row in labels.indices {
            var values = (0..<logits.columns).map { logits[row, $0] }
            calibration.scaling?.apply(to: &values)
            sum += weights[row] * ActivityProbabilities(logits: values).logLoss(of: labels[row])
        }
        return sum
    }
}
