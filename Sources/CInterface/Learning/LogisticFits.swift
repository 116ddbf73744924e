// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayBase
internal import GaitwayNumerics

extension FitOptions {
    /// The options that a program gives.
    init(_ training: gaitway_training) throws(CallError) {
        guard training.maximum_iterations >= 0 else {
            throw CallError("training.maximum_iterations is \(training.maximum_iterations); give a number from 1, or 0")
        }
        self.init(
            inverseRegularization: training.inverse_regularization,
            tolerance: training.tolerance == 0 ? 1e-6 : training.tolerance,
            maximumIterations: training.maximum_iterations == 0 ? 1000 : Int(training.maximum_iterations))
        switch Int(training.solver) {
        case GAITWAY_SOLVER_AUTOMATIC: solver = .automatic
        case GAITWAY_SOLVER_NEWTON: solver = .newton
        case GAITWAY_SOLVER_LBFGS: solver = .lbfgs
        default: throw CallError("training.solver is \(training.solver); give one of GAITWAY_SOLVER_...")
        }
    }
}

extension CallError {
    init(_ error: FitError) {
        let status =
            switch error {
            case .notFinite, .badWeight: GAITWAY_ERROR_VALUE
            case .libraryMissing: GAITWAY_ERROR_LIBRARY
            case .hessianTooLarge: GAITWAY_ERROR_LIMIT
            default: GAITWAY_ERROR_ARGUMENT
            }
        self.init(error.description, status: status)
    }
}

/// Fits multinomial logistic regression.
@c @implementation
public func gaitway_logistic_fit(
    _ training: UnsafePointer<gaitway_training>?, _ coefficients: UnsafeMutablePointer<Double>?,
    _ intercepts: UnsafeMutablePointer<Double>?, _ fit: UnsafeMutablePointer<gaitway_fit>?
) -> gaitway_status {
    call { () throws(CallError) in
        let training = try gaitway_training(given: try required(training, "training"), "training")
        if let fit { _ = try gaitway_fit.size(at: fit, "fit") }
        let coefficients = try required(coefficients, "coefficients")
        let intercepts = try required(intercepts, "intercepts")
        let rows = try StridedRows(training)
        let classes = Int(training.classes)
        guard classes >= 2, classes <= rows.rows else {
            throw CallError(
                "training.classes is \(classes) for \(rows.rows) rows; each of at least 2 classes needs a row")
        }
        let given = try required(training.labels, "training.labels")
        let options = try FitOptions(training)
        let labels = (0..<rows.rows).map { Int(given[$0]) }
        let weights = training.weights.map { weights in (0..<rows.rows).map { weights[$0] } }
        let result: ClassifierFit
        do throws(FitError) {
            let examples = try TrainingSet(features: rows, labels: labels, weights: weights, classes: classes)
            result = try SoftmaxClassifier.fit(examples, options: options)
        } catch {
            throw CallError(error)
        }
        for label in 0..<classes {
            for column in 0..<rows.columns {
                coefficients[label * rows.columns + column] = result.classifier.weights[column, label]
            }
            intercepts[label] = result.classifier.intercepts[label]
        }
        guard let fit else { return }
        var report = gaitway_fit.defaults
        report.objective = result.report.objective
        report.largest_gradient_entry = result.report.largestGradientEntry
        report.iterations = Int64(result.report.iterations)
        report.evaluations = Int64(result.report.evaluations)
        report.has_converged = result.report.isConverged ? 1 : 0
        report.solver =
            switch result.report.solver {
            case .automatic: Int32(GAITWAY_SOLVER_AUTOMATIC)
            case .newton: Int32(GAITWAY_SOLVER_NEWTON)
            case .lbfgs: Int32(GAITWAY_SOLVER_LBFGS)
            }
        try report.write(to: fit, "fit")
    }
}
