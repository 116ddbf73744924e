// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Weights of windows by truth (five rows) and answer (seven columns).
package struct ConfusionMatrix: Sendable, Hashable {
    private var cells: [Double]

    package init() {
        cells = [Double](repeating: 0, count: Activity.allCases.count * Prediction.allCases.count)
    }

    package subscript(truth: Activity, prediction: Prediction) -> Double {
        get { cells[truth.index * Prediction.allCases.count + prediction.rawValue] }
        set { cells[truth.index * Prediction.allCases.count + prediction.rawValue] = newValue }
    }

    package func total(of truth: Activity) -> Double {
        Prediction.allCases.reduce(0) { $0 + self[truth, $1] }
    }

    package func total(answered prediction: Prediction) -> Double {
        Activity.allCases.reduce(0) { $0 + self[$1, prediction] }
    }

    /// The weight of all windows.
    package var total: Double { cells.reduce(0, +) }

    /// The weight of the windows answered right, over that of all; nil without any.
    package var accuracy: Double? {
        let total = total
        guard total > 0 else { return nil }
        return Activity.allCases.reduce(0) { $0 + self[$1, Prediction($1)] } / total
    }

    /// The share of answers `activity` that are right; nil when it is never answered.
    package func precision(_ activity: Activity) -> Double? {
        let answered = total(answered: Prediction(activity))
        return answered > 0 ? self[activity, Prediction(activity)] / answered : nil
    }

    /// The share of windows of `activity` that are classified correctly, or nil.
    package func recall(_ activity: Activity) -> Double? {
        let truth = total(of: activity)
        return truth > 0 ? self[activity, Prediction(activity)] / truth : nil
    }

    /// The harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN); nil without windows of `activity`.
    package func f1(_ activity: Activity) -> Double? {
        let truth = total(of: activity)
        guard truth > 0 else { return nil }
        return 2 * self[activity, Prediction(activity)] / (truth + total(answered: Prediction(activity)))
    }

    /// The mean F1 over the activities that have windows; nil without any.
    package var macroF1: Double? {
        let scores = Activity.allCases.compactMap(f1)
        return scores.isEmpty ? nil : scores.reduce(0, +) / Double(scores.count)
    }

    /// The wrong answer that windows of an activity get most often; nil where all are right.
    package func mostlyTakenFor(_ activity: Activity) -> Prediction? {
        let wrong = Prediction.allCases.filter { $0 != Prediction(activity) && self[activity, $0] > 0 }
        return wrong.max { self[activity, $0] < self[activity, $1] }
    }
}
