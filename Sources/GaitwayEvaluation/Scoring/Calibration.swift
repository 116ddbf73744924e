// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayNumerics

/// How a model's probabilities are brought to what they claim; the least that helps.
package enum Calibration: Sendable, Hashable {
    case none
    /// All logits divided by one number.
    case temperature(TemperatureScaling)
    /// A scale and an offset for each class.
    case vector(VectorScaling)
    /// Not at all, as the best temperature lies beyond those that are tried.
    case refused(TemperatureScaling)

    /// The calibration's name, as reports have it.
    package var name: String {
        switch self {
        case .none: "none"
        case .temperature(let scaling): "temperature \((scaling.temperature * 1000).rounded() / 1000)"
        case .vector: "vector scaling"
        case .refused(let scaling):
            "none, since the best temperature is beyond \(scaling.temperature)"
        }
    }

    /// The same as a scale and an offset for each class; nil for none.
    var scaling: VectorScaling? {
        switch self {
        case .none, .refused: nil
        case .temperature(let scaling): VectorScaling(scaling, classes: ActivityClass.allCases.count)
        case .vector(let scaling): scaling
        }
    }

    /// What it divides all logits by; a scale for each class counts as 1.
    var temperature: Double {
        if case .temperature(let scaling) = self { scaling.temperature } else { 1 }
    }

    /// The share of the log-loss that a calibration has to save: less is chance, and other people are not like these.
    private static let leastGain = 0.01

    /// The calibration that does best on windows held out: each candidate is fitted to half of the folds and judged by
    /// the log-loss on the other half, both ways; the winner is fitted to all. One that saves less than a hundredth
    /// stays out, and so do all where a half shows fewer than two activities.
    ///
    /// Windows without a truth are of none of the activities; `weights` are theirs. `classes` are those that the models
    /// know; nil: those of the windows. A scale for each class needs all of them in both halves: a class that is never
    /// right would be scaled out of every answer.
    static func best(
        for windows: [ScoredWindow], weights: [Double], classes: Set<ActivityClass>? = nil
    ) throws -> Calibration {
        let folds = Set(windows.map(\.fold)).sorted()
        let halves = [Set(folds.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)), Set<Int>()]
        let data = HeldOutLogits(windows, weights: weights, classes: classes)
        let first = windows.indices.filter { halves[0].contains(windows[$0].fold) }
        let second = windows.indices.filter { !halves[0].contains(windows[$0].fold) }
        guard [first, second].allSatisfy({ half in Set(half.compactMap { windows[$0].truth }).count > 1 }) else {
            return .none
        }
        let halfData = [data.part(first), data.part(second)]
        let temperature = try data.temperature()
        guard !temperature.isAtBound else { return .refused(temperature) }
        var candidates: [@Sendable (HeldOutLogits) throws -> Calibration] = [
            { _ in .none }, { .temperature(try $0.temperature()) },
        ]
        if halfData.allSatisfy({ $0.labelled.isSuperset(of: data.classes) }) {
            candidates.append { .vector(try $0.vector()) }
        }
        let losses = try candidates.map { candidate in
            try halfData[1].logLossSum(candidate(halfData[0])) + halfData[0].logLossSum(candidate(halfData[1]))
        }
        guard let winner = losses.indices.min(by: { losses[$0] < losses[$1] }),
            losses[winner] < losses[0] * (1 - leastGain)
        else { return .none }
        return try candidates[winner](data)
    }
}

/// Logits of windows that a model did not learn from: logarithms of the probabilities, centred over the classes that
/// it knows, so that their sum is 0, as that of a model's own logits is.
private struct HeldOutLogits: Sendable {
    /// The classes that the models know.
    let classes: Set<ActivityClass>
    var logits: Matrix
    var labels: [Int]
    var weights: [Double]

    init(_ windows: [ScoredWindow], weights: [Double], classes: Set<ActivityClass>?) {
        let truths = windows.map { $0.truth.map { ActivityClass($0) } ?? .noneOfThese }
        let classes = classes ?? Set(truths)
        self.classes = classes
        logits = Matrix(rows: windows.count, columns: ActivityClass.allCases.count)
        labels = truths.map(\.rawValue)
        for (row, window) in windows.enumerated() {
            for (column, value) in window.probabilities.logits(centredOver: classes).enumerated() {
                logits[row, column] = value
            }
        }
        self.weights = weights
    }

    /// The classes of the rows with a weight.
    var labelled: Set<ActivityClass> {
        Set(zip(labels, weights).filter { $0.1 > 0 }.compactMap { ActivityClass(rawValue: $0.0) })
    }

    func temperature() throws -> TemperatureScaling {
        try TemperatureScaling(fitting: logits, labels: labels, weights: weights)
    }

    /// A scale and an offset for each class that the models know; the others stay.
    func vector() throws -> VectorScaling {
        let known = classes.sorted { $0.rawValue < $1.rawValue }
        var own = Matrix(rows: labels.count, columns: known.count)
        for row in labels.indices {
            for (column, activityClass) in known.enumerated() { own[row, column] = logits[row, activityClass.rawValue] }
        }
        let places = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1.rawValue, $0) })
        let scaling = try VectorScaling(fitting: own, labels: labels.map { places[$0] ?? 0 }, weights: weights)
        var scales = [Double](repeating: 1, count: logits.columns)
        var offsets = [Double](repeating: 0, count: logits.columns)
        for (column, activityClass) in known.enumerated() {
            scales[activityClass.rawValue] = scaling.scales[column]
            offsets[activityClass.rawValue] = scaling.offsets[column]
        }
        return VectorScaling(scales: scales, offsets: offsets)
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
