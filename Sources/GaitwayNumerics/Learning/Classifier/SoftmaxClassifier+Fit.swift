// SPDX-License-Identifier: Apache-2.0
/// A fitted classifier and how it came about.
package struct ClassifierFit: Sendable {
    /// What a fit reached, and how.
    package struct Report: Sendable, Hashable {
        /// The method that took the last step.
        package var solver: FitOptions.Solver
        /// Steps taken, over all methods used.
        package var iterations: Int
        /// Evaluations of objective and gradient, over all methods used.
        package var evaluations: Int
        /// The weighted mean log-loss plus lambda/2 |W|^2.
        package var objective: Double
        /// The largest absolute entry of the gradient of that objective.
        package var largestGradientEntry: Double
        /// Whether the tolerance was reached, or why not.
        package var outcome: FitOutcome

        /// Whether the tolerance was reached.
        package var isConverged: Bool { outcome == .converged }
    }

    /// The model; the sum of its intercepts is 0, or that of the centre's.
    package var classifier: SoftmaxClassifier
    /// How it was reached.
    package var report: Report

    /// The model at a solution of the mean objective.
    init(_ solution: Solution, by solver: FitOptions.Solver, features: Int, classes: Int, interceptSum: Double) {
        classifier = SoftmaxClassifier(
            parameters: solution.parameters, features: features, classes: classes, interceptSum: interceptSum)
        report = Report(
            solver: solver, iterations: solution.iterations, evaluations: solution.evaluations,
            objective: solution.value, largestGradientEntry: solution.largestGradientEntry, outcome: solution.outcome)
    }
}

extension SoftmaxClassifier {
    /// The model that minimises the weighted mean log-loss plus lambda/2 |W|^2 over `examples`, lambda = 1 / (C sum w).
    ///
    /// With `options.center` the penalty is lambda/2 (|W - W0|^2 + |b - b0|^2), of weights and intercepts.
    ///
    /// The optimum is unique but for a shift of all intercepts, which is chosen so that they sum to 0; with a centre it
    /// is unique. Not having converged is not an error: look at the report. Beyond the training set, memory is a block
    /// of rows and one matrix, at most `options.memoryLimit` bytes.
    /// - Throws: ``FitError`` when an option is outside its range, or rows cannot be read.
    package static func fit(
        _ examples: TrainingSet, options: FitOptions = FitOptions()
    ) throws(FitError) -> ClassifierFit {
        try options.check(for: examples)
        var objective = PenalizedLoss(
            examples, inverseRegularization: options.inverseRegularization, center: options.center)
        var start =
            (options.initial ?? options.center)?.parameters ?? [Double](repeating: 0, count: objective.dimension)
        var solver = options.method(for: examples)
        let newton = NewtonSolver(tolerance: options.tolerance, maximumIterations: options.maximumIterations)
        var solution: Solution
        if solver == .newton {
            solution = try newton.minimize(&objective, from: start)
        } else {
            let lbfgs = LBFGSSolver(tolerance: options.tolerance, maximumIterations: options.maximumIterations)
            if let curvature = options.curvature {
                solution = try lbfgs.minimize(&objective, from: start, preconditioner: curvature)
            } else {
                let bound = try CurvatureBound(examples, penalty: objective.penalty, memoryLimit: options.memoryLimit)
                solution = try lbfgs.minimize(&objective, from: start, preconditioner: bound)
            }
            let bytes = NewtonSolver.hessianBytes(dimension: objective.dimension) ?? .max
            if solution.outcome != .converged, options.maximumIterations > 0, options.solver == .automatic,
                bytes <= options.memoryLimit
            {
                start = solution.parameters
                let before = solution
                solver = .newton
                solution = try newton.minimize(&objective, from: start)
                solution.iterations += before.iterations
                solution.evaluations += before.evaluations
            }
        }
        return ClassifierFit(
            solution, by: solver, features: examples.features.columns, classes: examples.classes,
            interceptSum: options.center?.intercepts.reduce(0, +) ?? 0)
    }

    /// Class after class, its weights and then its intercept.
    var parameters: [Double] {
        var result: [Double] = []
        result.reserveCapacity(classes * (features + 1))
        for index in 0..<classes {
            for feature in 0..<features { result.append(weights[feature, index]) }
            result.append(intercepts[index])
        }
        return result
    }

    /// The model of such parameters, with the intercepts shifted to a sum: rounding moves it, and without a centre
    /// nothing holds it.
    init(parameters: [Double], features: Int, classes: Int, interceptSum: Double) {
        var weights = Matrix(rows: features, columns: classes)
        var intercepts = [Double](repeating: 0, count: classes)
        for index in 0..<classes {
            let start = index * (features + 1)
            for feature in 0..<features { weights[feature, index] = parameters[start + feature] }
            intercepts[index] = parameters[start + features]
        }
        let mean = (intercepts.reduce(0, +) - interceptSum) / Double(classes)
        self.init(weights: weights, intercepts: intercepts.map { $0 - mean })
    }
}
