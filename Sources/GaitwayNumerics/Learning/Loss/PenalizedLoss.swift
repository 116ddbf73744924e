// SPDX-License-Identifier: Apache-2.0
/// What a fit minimises: the weighted mean log-loss plus the L2 penalty on the weights.
///
///     f(W, b) = sum_i u_i loss_i + lambda/2 |W|^2,   u_i = w_i / sum w,   lambda = 1 / (C sum w)
///
/// or, with a centre, plus lambda/2 (|W - W0|^2 + |b - b0|^2).
package struct PenalizedLoss: TwiceDifferentiableObjective {
    private let loss: MultinomialLoss
    /// lambda/2 |W - W0|^2, added to the mean loss.
    package let penalty: RidgePenalty

    /// The objective for `examples` with the inverse strength `inverseRegularization`, C, and the penalty's centre, if
    /// any.
    package init(_ examples: TrainingSet, inverseRegularization: Double, center: SoftmaxClassifier? = nil) {
        loss = MultinomialLoss(examples)
        penalty = RidgePenalty(
            strength: 1 / (inverseRegularization * examples.totalWeight),
            parametersPerClass: examples.parametersPerClass, center: center?.parameters)
    }

    /// k (d + 1)
    package var dimension: Int { loss.dimension }

    /// The value at `parameters`; `gradient` is overwritten.
    package func evaluate(at parameters: [Double], gradient: inout [Double]) throws(FitError) -> Double {
        let mean = try loss.evaluate(at: parameters, gradient: &gradient)
        return mean + penalty.value(at: parameters, addingTo: &gradient)
    }

    /// Overwrites `hessian` with the Hessian, made definite.
    ///
    /// Without a centre the function does not change when all intercepts grow by the same amount, and its gradient has
    /// no part along that direction. Curvature is added there alone, c 1 1^T / k on the intercepts with c their mean
    /// curvature; Newton steps stay what they were, and the matrix can be factored.
    package func formHessian(at parameters: [Double], into hessian: inout Matrix) throws(FitError) {
        try loss.formHessian(at: parameters, into: &hessian)
        completeHessian(&hessian)
    }

    /// Overwrites `hessian` with an estimate of it from about `rowsPerPair` rows for each pair of classes.
    func estimateHessian(at parameters: [Double], rowsPerPair: Double, into hessian: inout Matrix) throws(FitError) {
        try loss.estimateHessian(at: parameters, rowsPerPair: rowsPerPair, into: &hessian)
        completeHessian(&hessian)
    }

    /// Adds the penalty, and what makes the matrix definite.
    private func completeHessian(_ hessian: inout Matrix) {
        penalty.forEachPenalized(of: dimension) { hessian[$0, $0] += penalty.strength }
        guard !penalty.holdsIntercepts else { return }
        let intercepts = stride(from: penalty.parametersPerClass - 1, to: dimension, by: penalty.parametersPerClass)
        var sum = 0.0
        var count = 0.0
        for index in intercepts {
            sum += hessian[index, index]
            count += 1
        }
        let curvature = max(sum / count, 1e-12) / count
        for first in intercepts { for second in intercepts { hessian[first, second] += curvature } }
    }
}
