// SPDX-License-Identifier: Apache-2.0
/// The inverse of the Hessian at a fitted model, as a preconditioner for fits of nearly the same rows.
///
/// The folds of a cross-validation share most of their rows, so that the Hessian at the optimum over all rows is nearly
/// that of each fold. Formed and factored once, it brings a fold from that optimum to its own in two to five passes
/// over the rows, where the bound of ``CurvatureBound``, which holds for any model, takes 15 to 60.
package struct FittedCurvature: Preconditioner, Sendable {
    /// How many rows a product of two classes takes for each parameter of a class: those that are unsure between the
    /// two show the curvature well enough, at a part of the work.
    private static let rowsPerParameter = 6.0
    /// Fewer rows than this show little, and more are cheap for a small model.
    private static let fewestRows = 2000.0

    private let factor: Cholesky

    /// The curvature at `classifier` over `examples` with the penalty of `options`; nil where the Hessian would take
    /// more than `options.memoryLimit` bytes, or rounding leaves it without a factor; and where there are fewer rows
    /// than parameters, whose fits take less time than to form it.
    package init?(_ examples: TrainingSet, at classifier: SoftmaxClassifier, options: FitOptions) throws(FitError) {
        precondition(
            classifier.features == examples.features.columns && classifier.classes == examples.classes,
            "the model is one for such rows")
        let objective = PenalizedLoss(
            examples, inverseRegularization: options.inverseRegularization, center: options.center)
        let dimension = objective.dimension
        guard let bytes = NewtonSolver.hessianBytes(dimension: dimension), bytes <= options.memoryLimit,
            examples.features.rows >= dimension
        else { return nil }
        var hessian = Matrix(rows: dimension, columns: dimension)
        try objective.estimateHessian(
            at: classifier.parameters,
            rowsPerPair: max(Self.fewestRows, Self.rowsPerParameter * Double(examples.parametersPerClass)),
            into: &hessian)
        guard let factor = try? Cholesky(consume hessian) else { return nil }
        self.factor = factor
    }

    /// How many parameters the model has.
    var dimension: Int { factor.order }

    /// Multiplies `vector` by the inverse Hessian, in place.
    package func apply(to vector: inout [Double]) {
        var span = vector.mutableSpan
        factor.solve(&span)
    }
}
