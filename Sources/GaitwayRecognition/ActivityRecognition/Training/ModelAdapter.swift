// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayNumerics

/// Moves the model of one sensor case towards a person's own labelled windows.
///
/// The weights W and intercepts b minimise
///
///     Σ v_i (−ln p(class of window i)) / Σ v_i + λ/2 (|W − W0|² + |b − b0|²)
///
/// with the balanced weights v of training; W0 and b0 are the model's as it was. Scaling, products, confidence levels
/// and distance stay. A class without windows then gets its old weights back, since the person may do it tomorrow. The
/// changes of the other classes stay.
package struct ModelAdapter: Sendable {
    private let base: CaseModel

    package init(_ base: CaseModel) { self.base = base }

    /// An adapted model and how its fit went.
    package struct Result: Sendable {
        /// The model, which differs from that before in weights and intercepts.
        package var model: CaseModel
        /// Whether the fit reached its tolerance.
        package var isConverged: Bool
    }

    /// The model moved towards those of `windows` whose indices `selection` lists, all of its sensor case; `penalty` is
    /// λ.
    ///
    /// - Throws: `FitError` when there is nothing to tell apart: no windows, or one class only.
    package func adapted(
        to windows: TrainingWindows, selection: [Int], penalty: Double
    ) throws(FitError) -> Result {
        let weights = windows.balancedWeights(of: selection, noneWeight: ModelTrainer.Options().noneWeight)
        let rows = TrainingRows(windows, selection: selection, weights: weights, as: base)
        let labels = rows.classes.map(\.rawValue)
        let examples = try TrainingSet(
            features: try rows.matrix(ofColumns: Array(0..<rows.columns)), labels: labels,
            weights: rows.weights, classes: base.classifier.classes, mayMissClasses: true)
        let fit = try SoftmaxClassifier.fit(
            examples,
            options: FitOptions(
                inverseRegularization: 1 / (penalty * examples.totalWeight), solver: .lbfgs, center: base.classifier))
        var model = base
        model.classifier = fit.classifier.restoring(
            Set(0..<base.classifier.classes).subtracting(labels), of: base.classifier)
        return Result(model: model, isConverged: fit.report.isConverged)
    }

    /// The same with the weights as they were: the intercepts of the classes that `windows` show are moved, which a
    /// minute of labelled windows is enough for.
    ///
    /// - Throws: `FitError` as ``adapted(to:selection:penalty:)`` does.
    package func adaptedIntercepts(
        to windows: TrainingWindows, selection: [Int], penalty: Double
    ) throws(FitError) -> Result {
        let weights = windows.balancedWeights(of: selection, noneWeight: ModelTrainer.Options().noneWeight)
        let rows = TrainingRows(windows, selection: selection, weights: weights, as: base)
        let inputs = try rows.matrix(ofColumns: Array(0..<rows.columns))
        let fit = try OffsetFit.offsets(
            of: base.classifier.logits(of: inputs), labels: rows.classes.map(\.rawValue), weights: rows.weights,
            penalty: penalty)
        var model = base
        model.classifier = base.classifier.adding(offsets: fit.offsets)
        return Result(model: model, isConverged: fit.isConverged)
    }
}

extension SoftmaxClassifier {
    /// The model with the weights and intercepts of some classes as another has them.
    fileprivate func restoring(_ selection: Set<Int>, of other: SoftmaxClassifier) -> SoftmaxClassifier {
        var weights = weights
        var intercepts = intercepts
        for label in selection {
            for feature in 0..<features { weights[feature, label] = other.weights[feature, label] }
            intercepts[label] = other.intercepts[label]
        }
        return SoftmaxClassifier(weights: weights, intercepts: intercepts)
    }
}
