// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayNumerics

/// Fits the model of one sensor case to labelled windows.
///
/// Windows weigh what `TrainingWindows.balancedWeights(of:noneWeight:)` says. Each window with an optional sensor is
/// learnt with and without it, the weight shared, so that one model serves both cases (dropout on whole sensors).
package struct ModelTrainer: Sendable {
    /// Settings of the training.
    package struct Options: Sendable, Hashable {
        /// λ of the penalty λ/2 |W|² beside the weighted mean log-loss.
        package var penalty: Double
        /// The weight of the class none beside that of each activity.
        package var noneWeight: Double
        /// The products that follow the features.
        package var products: FeatureProducts
        /// How many random-kernel features follow the products; 0 for none.
        package var kernels: Int
        /// The bound of the largest entry of the gradient at which the fit ends.
        package var tolerance: Double

        /// Settings; the defaults are what a study of the default model's data found flat optima around.
        package init(
            penalty: Double = 0.003, noneWeight: Double = 0.25, products: FeatureProducts = .core,
            kernels: Int = 420, tolerance: Double = 1e-6
        ) {
            self.penalty = penalty
            self.noneWeight = noneWeight
            self.products = products
            self.kernels = kernels
            self.tolerance = tolerance
        }
    }

    /// A model and how its fit went.
    package struct Result: Sendable {
        /// The model, its probabilities as the fit gives them, its levels the defaults, no window too far.
        package var model: CaseModel
        /// Solver, iterations, gradient, and whether it converged.
        package var report: ClassifierFit.Report
        /// Rows that were fitted, with the variants of windows.
        package var rows: Int
    }

    /// Where a fit of nearly the same windows begins: the optimum of another fit, and the curvature there.
    package struct Start: Sendable {
        fileprivate var classifier: SoftmaxClassifier
        /// Its curvature; nil where it would take too much memory, or is not worth it.
        fileprivate var curvature: FittedCurvature?
        /// The classes of its windows. It is of no use to a fit of others.
        fileprivate var seen: [Int]
    }

    /// What the solver gets, and the parts of the model that need none.
    private struct Problem {
        var standardizer: Standardizer
        var distance: TrainingDistance
        var kernels: KernelFeatures
        var lines: Standardizer?
        var examples: TrainingSet
        /// The classes that occur.
        var seen: [Int]
    }

    private static let sensors: [Feature.Need] = [.gyroscope, .barometer]

    private let options: Options

    package init(options: Options = Options()) { self.options = options }

    /// Fits a model to those of `windows` whose indices `selection` lists, all of that sensor case; `start` is where
    /// the solver begins, and does not change where it ends.
    ///
    /// - Throws: `FitError` when there is nothing to tell apart: no windows, or one class only; a class without windows
    ///   keeps probability near 0.
    package func train(
        _ windows: TrainingWindows, selection: [Int], for sensorCase: SensorCase = .total, from start: Start? = nil
    ) throws(FitError) -> Result {
        let problem = try problem(windows, selection, sensorCase)
        let fit = try SoftmaxClassifier.fit(problem.examples, options: try fitOptions(problem, from: start))
        let model = CaseModel(
            sensorCase: sensorCase, optional: Self.sensors, standardizer: problem.standardizer,
            products: options.products, kernels: problem.kernels, lines: problem.lines,
            classifier: Self.expand(fit.classifier, classes: problem.seen),
            confidence: .standard, distance: problem.distance)
        return Result(model: model, report: fit.report, rows: problem.examples.features.rows)
    }

    /// The start for fits that each leave a part of `selection` out; it begins at `other`, that of another penalty.
    ///
    /// - Throws: `FitError` as ``train(_:selection:for:from:)`` does.
    package func start(
        _ windows: TrainingWindows, selection: [Int], for sensorCase: SensorCase = .total, from other: Start? = nil
    ) throws(FitError) -> Start {
        let problem = try problem(windows, selection, sensorCase)
        var options = try fitOptions(problem, from: other)
        let classifier = try SoftmaxClassifier.fit(problem.examples, options: options).classifier
        if other == nil, let curvature = options.curvature {
            // It is of these rows and this penalty, near the optimum.
            return Start(classifier: classifier, curvature: curvature, seen: problem.seen)
        }
        // A curvature takes up to half a gigabyte: this one goes before the next is formed.
        options.curvature = nil
        return Start(
            classifier: classifier,
            curvature: try FittedCurvature(problem.examples, at: classifier, options: options), seen: problem.seen)
    }

    private func fitOptions(_ problem: Problem, from start: Start?) throws(FitError) -> FitOptions {
        let start = start?.seen == problem.seen ? start : nil
        var fit = FitOptions(
            inverseRegularization: 1 / (options.penalty * problem.examples.totalWeight), tolerance: options.tolerance,
            initial: start?.classifier, curvature: start?.curvature)
        if fit.initial == nil { try fit.prepare(for: problem.examples) }
        return fit
    }

    private func problem(
        _ windows: TrainingWindows, _ selection: [Int], _ sensorCase: SensorCase
    ) throws(FitError) -> Problem {
        let weights = windows.balancedWeights(of: selection, noneWeight: options.noneWeight)
        let measured = TrainingRows(windows, selection: selection, weights: weights, sensors: Self.sensors)
        let standardizer = try Standardizer(fitting: measured, weights: measured.weights)
        let distance = try TrainingDistance(
            fitting: measured.scaled(by: standardizer), activities: measured.classes.map(\.activity),
            weights: measured.weights, features: .core)
        let kernels: TrainingKernels
        do throws(InputError) {
            kernels = try TrainingKernels(count: options.kernels, windows, selection: selection, weights: weights)
        } catch {
            throw .unkept(problem: error.problem)
        }
        var lines: Standardizer?
        if sensorCase == .fast {
            lines = try Standardizer(
                fitting: Matrix(selection.map { windows.lines[$0].values }), weights: weights)
        }
        let rows = measured.scaled(by: standardizer, products: options.products, kernels: kernels, lines: lines)
        let (seen, labels) = Self.compactLabels(rows.classes.map(\.rawValue))
        if seen.count == 1 { throw .oneClass(label: seen[0]) }
        let examples = try TrainingSet(features: rows, labels: labels, weights: rows.weights, classes: seen.count)
        return Problem(
            standardizer: standardizer, distance: distance, kernels: kernels.features, lines: lines, examples: examples,
            seen: seen)
    }

    /// The classes that occur, and each label as an index into them.
    private static func compactLabels(_ labels: [Int]) -> (seen: [Int], compact: [Int]) {
        let seen = Set(labels).sorted()
        var position: [Int: Int] = [:]
        for (index, label) in seen.enumerated() { position[label] = index }
        return (seen, labels.map { position[$0] ?? 0 })
    }

    /// The classifier over all six classes: one that training did not show gets no weights and a vanishing probability.
    private static func expand(_ classifier: SoftmaxClassifier, classes seen: [Int]) -> SoftmaxClassifier {
        let count = ActivityClass.allCases.count
        guard seen.count < count else { return classifier }
        var weights = Matrix(rows: classifier.features, columns: count)
        var intercepts = [Double](repeating: -50, count: count)
        for (column, label) in seen.enumerated() {
            for feature in 0..<classifier.features { weights[feature, label] = classifier.weights[feature, column] }
            intercepts[label] = classifier.intercepts[column]
        }
        return SoftmaxClassifier(weights: weights, intercepts: intercepts)
    }
}
