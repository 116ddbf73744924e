internal import ActivityFeatures
internal import LinearAlgebra
public import LogisticRegression
internal import MotionTypes

/// Fits the model of one sensor case to labelled windows.
///
/// Weights: a window weighs 1 / √n of its (data set, class) cell, so that a large cell counts more than a small one but
/// does not drown it; then every activity weighs the same, and none a share of that. Each window with an optional sensor
/// is learnt with and without it, the weight shared, so that one model serves both cases (dropout on whole sensors).
public struct ModelTrainer: Sendable {
    /// Settings of the training.
    public struct Options: Sendable, Hashable {
        /// λ of the penalty λ/2 |W|² beside the weighted mean log-loss.
        public var penalty: Double
        /// The weight of the class none beside that of each activity.
        public var noneWeight: Double
        /// The products that follow the features.
        public var products: FeatureProducts
        /// The bound of the largest entry of the gradient at which the fit ends.
        public var tolerance: Double

        /// Settings; the defaults are what a study of the default model's data found flat optima around.
        public init(
            penalty: Double = 0.003, noneWeight: Double = 0.25, products: FeatureProducts = .core,
            tolerance: Double = 1e-6
        ) {
            self.penalty = penalty
            self.noneWeight = noneWeight
            self.products = products
            self.tolerance = tolerance
        }
    }

    /// A model and how its fit went.
    public struct Result: Sendable {
        /// The model, its probabilities as the fit gives them, its levels the defaults, no window too far.
        public var model: CaseModel
        /// Solver, iterations, gradient, and whether it converged.
        public var report: ClassifierFit.Report
        /// Rows that were fitted, with the variants of windows.
        public var rows: Int
    }

    /// Where a fit of nearly the same windows begins: the optimum of another fit, and the curvature there.
    public struct Start: Sendable {
        /// The optimum.
        public var classifier: SoftmaxClassifier
        /// Its curvature; nil where it would take too much memory.
        var curvature: FittedCurvature?
    }

    /// What the solver gets, and the parts of the model that need none.
    private struct Problem {
        var standardizer: Standardizer
        var distance: TrainingDistance
        var examples: TrainingSet
        /// The classes that occur.
        var seen: [Int]
    }

    private static let sensors: [Feature.Need] = [.gyroscope, .barometer]

    private let options: Options

    /// A trainer.
    public init(options: Options = Options()) { self.options = options }

    /// Fits a model to those of `windows` whose indices `selection` lists, all of that sensor case; `start` is where the
    /// solver begins, and does not change where it ends.
    ///
    /// - Throws: ``FitError`` when there is nothing to tell apart: no windows, or one class only; a class without windows
    ///   keeps probability near 0.
    public func train(
        _ windows: TrainingWindows, selection: [Int], for sensorCase: SensorCase = .total, from start: Start? = nil
    ) throws -> Result {
        let problem = try problem(windows, selection)
        let fit = try SoftmaxClassifier.fit(problem.examples, options: fitOptions(problem, from: start))
        let model = CaseModel(
            sensorCase: sensorCase, optional: Self.sensors, standardizer: problem.standardizer,
            products: options.products, classifier: Self.expand(fit.classifier, classes: problem.seen),
            confidence: .standard, distance: problem.distance)
        return Result(model: model, report: fit.report, rows: problem.examples.features.rows)
    }

    /// The start for fits that each leave a part of `selection` out; it begins at `initial` itself.
    ///
    /// - Throws: ``FitError`` as ``train(_:selection:for:from:)`` does.
    public func start(
        _ windows: TrainingWindows, selection: [Int], initial: SoftmaxClassifier? = nil
    ) throws -> Start {
        let problem = try problem(windows, selection)
        let options = fitOptions(problem, from: initial.map { Start(classifier: $0) })
        let classifier = try SoftmaxClassifier.fit(problem.examples, options: options).classifier
        return Start(
            classifier: Self.expand(classifier, classes: problem.seen),
            curvature: FittedCurvature(problem.examples, at: classifier, options: options))
    }

    private func fitOptions(_ problem: Problem, from start: Start?) -> FitOptions {
        // A start is of no use to a fit of fewer classes.
        let start = problem.seen.count == ActivityClass.allCases.count ? start : nil
        return FitOptions(
            inverseRegularization: 1 / (options.penalty * problem.examples.totalWeight), tolerance: options.tolerance,
            initial: start?.classifier, curvature: start?.curvature)
    }

    private func problem(_ windows: TrainingWindows, _ selection: [Int]) throws -> Problem {
        let features = FeatureSchema.motion.features
        let weights = weights(windows, selection)
        var elements: [Double] = []
        var labels: [Int] = []
        var rowWeights: [Double] = []
        for (index, weight) in zip(selection, weights) {
            let row = windows.row(index)
            let present = Self.sensors.filter { need in
                zip(features, row).contains { $0.need == need && !$1.isNaN }
            }
            let variants = Self.subsets(of: present)
            for dropped in variants {
                for (feature, value) in zip(features, row) {
                    let isDropped = feature.need.map { dropped.contains($0) } ?? false
                    elements.append(isDropped ? .nan : value)
                }
                labels.append(windows.classes[index].rawValue)
                rowWeights.append(weight / Double(variants.count))
            }
        }
        var matrix = Matrix(rows: labels.count, columns: features.count, elements: elements)
        elements = []
        let standardizer = try Standardizer(fitting: matrix, weights: rowWeights)
        standardizer.transform(&matrix)
        let activities = labels.map { ActivityClass(rawValue: $0)?.activity }
        let distance = TrainingDistance(
            fitting: matrix, activities: activities, weights: rowWeights, features: .core)
        matrix = appendProducts(to: matrix)
        let (seen, compact) = Self.compactLabels(labels)
        let examples = try TrainingSet(
            features: matrix, labels: compact, weights: rowWeights, classes: seen.count)
        return Problem(standardizer: standardizer, distance: distance, examples: examples, seen: seen)
    }

    /// The same rows with their products.
    private func appendProducts(to rows: Matrix) -> Matrix {
        guard options.products.count > 0 else { return rows }
        var elements: [Double] = []
        elements.reserveCapacity(rows.rows * (rows.columns + options.products.count))
        var row: [Double] = []
        for index in 0..<rows.rows {
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: rows.elements[rows.rowRange(index)])
            options.products.append(to: &row)
            elements.append(contentsOf: row)
        }
        return Matrix(rows: rows.rows, columns: rows.columns + options.products.count, elements: elements)
    }

    /// The weight of each selected window; their sum is 1.
    func weights(_ windows: TrainingWindows, _ selection: [Int]) -> [Double] {
        struct Cell: Hashable {
            var dataSet: Int
            var activityClass: ActivityClass
        }
        func cell(_ index: Int) -> Cell {
            Cell(dataSet: windows.dataSets[index], activityClass: windows.classes[index])
        }
        var counts: [Cell: Double] = [:]
        for index in selection { counts[cell(index), default: 0] += 1 }
        var classSums: [ActivityClass: Double] = [:]
        for index in selection {
            classSums[windows.classes[index], default: 0] += 1 / (counts[cell(index)] ?? 1).squareRoot()
        }
        func share(_ activityClass: ActivityClass) -> Double {
            activityClass == .noneOfThese ? options.noneWeight : 1
        }
        let total = classSums.keys.reduce(0) { $0 + share($1) }
        return selection.map { index in
            let activityClass = windows.classes[index]
            let inClass = 1 / (counts[cell(index)] ?? 1).squareRoot() / (classSums[activityClass] ?? 1)
            return inClass * share(activityClass) / total
        }
    }

    /// All subsets of the sensors, to be left out one at a time.
    private static func subsets(of sensors: [Feature.Need]) -> [[Feature.Need]] {
        sensors.reduce([[]]) { subsets, sensor in subsets + subsets.map { $0 + [sensor] } }
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
