// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
package import GaitwayNumerics

extension ActivityModel {
    /// Learns a model of one sensor case from the features of labelled windows. Each class weighs the same, apart from
    /// none, which weighs a quarter.
    ///
    /// Nothing is chosen on rides left out: confidence is medium from 0.6 and high from 0.9, the probabilities are not
    /// calibrated, and no window is too far from the training data. `gaitway train` chooses all of these.
    ///
    /// - Parameters:
    ///   - name: the model's name, as streams will state it.
    ///   - rows: the features of one window each, in the order of ``ModelWindow/featureNames``; NaN is missing.
    ///   - labels: the class of each row.
    ///   - sensorCase: the acceleration that the rows were computed from.
    ///   - penalty: λ of the penalty λ/2 |W|² beside the weighted mean log-loss, above 0.
    ///   - stay: the probability that the activity stays the same over 2.56 s, above 1/6 and below 1.
    /// - Throws: `InputError` for rows of another length, an infinite feature, fewer than two classes, or a fit that
    ///   does not converge.
    public init(
        name: String, rows: [[Double]], labels: [ActivityClass], sensorCase: SensorCase = .total,
        penalty: Double = 0.003,
        stay: Double = 0.98
    ) throws(InputError) {
        let width = ModelWindow.featureNames.count
        if let row = rows.firstIndex(where: { $0.count != width }) {
            throw InputError(.malformed, problem: "row \(row) has \(rows[row].count) features, the schema has \(width)")
        }
        guard rows.count == labels.count else {
            throw InputError(.malformed, problem: "\(rows.count) rows have \(labels.count) labels")
        }
        var windows = TrainingWindows()
        for (row, label) in zip(rows, labels) { try windows.append(row: row, class: label, dataSet: 0, user: 0) }
        let fit: ModelTrainer.Result
        do throws(FitError) {
            fit = try ModelTrainer(options: ModelTrainer.Options(penalty: penalty))
                .train(windows, selection: Array(rows.indices), for: sensorCase)
        } catch {
            throw InputError(.unsupported, problem: "no model can be trained: \(error.problemOfRides)")
        }
        guard fit.report.isConverged else {
            throw InputError(
                .unsupported, problem: "the fit did not converge in \(fit.report.iterations) iterations",
                remedy: "a larger penalty converges sooner")
        }
        var provenance = Provenance.none
        provenance.version = ProductVersion.text
        provenance.windows = rows.count
        provenance.keep(fit, penalty: penalty)
        self.init(
            name: name, schema: .motion, cases: [fit.model], smoothing: SmoothingParameters(stay: stay),
            provenance: provenance)
    }
}

extension Provenance {
    /// Keeps how a fit went.
    package mutating func keep(_ fit: ModelTrainer.Result, penalty: Double) {
        let report = fit.report
        let figures: [String: Double] = [
            "penalty": penalty, "iterations": Double(report.iterations),
            "largest_gradient_entry": report.largestGradientEntry, "objective": report.objective,
            "rows": Double(fit.rows),
        ]
        for (figure, value) in figures { self.fit["\(fit.model.sensorCase.rawValue).\(figure)"] = value }
    }
}

extension FitError {
    /// What is wrong with the windows of rides, by the names of activities.
    package var problemOfRides: String {
        guard case .oneClass(let label) = self, let only = ActivityClass(rawValue: label) else { return description }
        return "every window is labelled \(only.activity?.rawValue ?? "none")"
    }
}
