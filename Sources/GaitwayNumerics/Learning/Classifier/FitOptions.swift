// SPDX-License-Identifier: Apache-2.0
/// How a classifier is fitted.
package struct FitOptions: Sendable {
    /// Which method minimises the objective. All reach the same optimum.
    package enum Solver: String, Sendable, Hashable, CaseIterable {
        /// The one that is expected to take the least work; if L-BFGS does not reach the tolerance and the Hessian
        /// fits, Newton steps finish.
        case automatic
        case newton
        case lbfgs
    }

    /// C: the weight of the data against the penalty; lambda = 1 / (C sum w).
    package var inverseRegularization: Double
    /// The bound of the largest absolute gradient entry of the mean objective.
    package var tolerance: Double
    /// The most steps a solver may take.
    package var maximumIterations: Int
    /// Which method to use.
    package var solver: Solver
    /// The model around which the penalty is drawn, intercepts included; nil: around weights of 0, intercepts free.
    package var center: SoftmaxClassifier?
    /// Where to start; nil to start from the centre, or from zero without one.
    package var initial: SoftmaxClassifier?
    /// The curvature of a fit that resembles this one; it speeds L-BFGS up and does not change the optimum.
    package var curvature: FittedCurvature?
    /// The bytes that a Hessian (Newton), or a product of the features with themselves (the preconditioner of L-BFGS),
    /// may take.
    package var memoryLimit: Int

    package init(
        inverseRegularization: Double = 1, tolerance: Double = 1e-6, maximumIterations: Int = 1000,
        solver: Solver = .automatic, center: SoftmaxClassifier? = nil, initial: SoftmaxClassifier? = nil,
        curvature: FittedCurvature? = nil, memoryLimit: Int = 512 << 20
    ) {
        self.inverseRegularization = inverseRegularization
        self.tolerance = tolerance
        self.maximumIterations = maximumIterations
        self.solver = solver
        self.center = center
        self.initial = initial
        self.curvature = curvature
        self.memoryLimit = memoryLimit
    }

    /// Starts a fit to many rows near its optimum, with the curvature there: fits a part of the rows first. The optimum
    /// stays the same.
    /// - Throws: ``FitError`` as the fit does.
    package mutating func prepare(for examples: TrainingSet) throws(FitError) {
        guard let part = try examples.sample(of: Self.rowsOfSample) else { return }
        var options = self
        // C counts rows of weight 1, and the sample weighs as much as all.
        options.tolerance = max(tolerance, Self.toleranceOfSample)
        options.inverseRegularization = inverseRegularization * examples.totalWeight / part.totalWeight
        let rough = try SoftmaxClassifier.fit(part, options: options).classifier
        guard let curvature = try FittedCurvature(examples, at: rough, options: self) else { return }
        (initial, self.curvature) = (rough, curvature)
    }

    /// How many rows are fitted first.
    private static let rowsOfSample = 8000
    private static let toleranceOfSample = 1e-3

    /// Throws when an option is outside its range.
    func check(for examples: TrainingSet) throws(FitError) {
        guard inverseRegularization > 0, inverseRegularization.isFinite else {
            throw .badOption("the inverse regularisation must be a positive finite number")
        }
        guard tolerance > 0, tolerance.isFinite else { throw .badOption("the tolerance must be positive") }
        guard maximumIterations >= 0 else { throw .badOption("the iterations must be at least 0") }
        for (name, model) in [("initial weights", initial), ("weights of the centre", center)] {
            if let model, model.classes != examples.classes || model.features != examples.features.columns {
                throw .badOption("the \(name) are for another number of features or classes")
            }
        }
        guard center != nil || !examples.missesClasses else {
            throw .badOption("a class has no rows, so that the fit needs a centre")
        }
        let dimension = examples.classes * examples.parametersPerClass
        if let curvature, curvature.dimension != dimension {
            throw .badOption("the curvature is for another number of features or classes")
        }
        let bytes = NewtonSolver.hessianBytes(dimension: dimension) ?? .max
        if solver == .newton, bytes > memoryLimit { throw .hessianTooLarge(bytes: bytes, limit: memoryLimit) }
    }

    /// The method that `automatic` begins with.
    ///
    /// By counts of multiplications: a Newton step forms k (k - 1) / 2 symmetric products of n d^2 / 2 and factors a
    /// matrix of order k d; L-BFGS forms one such product, then passes of 2 n d k. On correlated window features Newton
    /// took 5 to 10 steps and L-BFGS 20 to 60 passes; the larger number of each is used.
    func method(for examples: TrainingSet) -> Solver {
        if solver != .automatic { return solver }
        if curvature != nil { return .lbfgs }
        let rows = Double(examples.features.rows)
        let order = Double(examples.parametersPerClass)
        let classes = Double(examples.classes)
        let dimension = order * classes
        let newton = 10 * (rows * order * order * classes * (classes - 1) / 4 + dimension * dimension * dimension / 6)
        let lbfgs = rows * order * order / 2 + 60 * 2 * rows * dimension
        let bytes = NewtonSolver.hessianBytes(dimension: examples.classes * examples.parametersPerClass)
        return newton < lbfgs && (bytes ?? .max) <= memoryLimit ? .newton : .lbfgs
    }
}
