// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// What a model's file keeps of the comparison with the built-in model when it was trained: macro-F1 of both on the
/// same rides left out.
package struct BuiltInFigures: Sendable, Hashable {
    private static let ownName = "macro_f1_beside_built_in"
    private static let builtInName = "macro_f1_of_built_in"
    /// A smaller difference is not worth a line.
    private static let notable = 0.01

    package let name: String
    /// Macro-F1 of models that were trained like it, each without the rides that judged it.
    package let own: Double
    package let builtIn: Double

    /// The figures that the file of a model keeps; nil in files of earlier versions, and after an adaptation, which the
    /// figures say nothing about.
    package init?(keptBy model: ActivityModel) {
        let figures = model.provenance.figures
        guard model.provenance.adaptations.isEmpty, let own = figures[Self.ownName],
            let builtIn = figures[Self.builtInName]
        else { return nil }
        name = model.name
        self.own = own
        self.builtIn = builtIn
    }

    /// The figures to keep of a comparison of a model's training with the built-in model, in this order.
    static func kept(_ comparison: PairedComparison) -> [String: Double] {
        var figures: [String: Double] = [:]
        for (name, row) in zip([ownName, builtInName], comparison.rows) {
            // Rounded, so that another processor keeps the same.
            figures[name] = row.metrics.macroF1.map { ($0 * 10000).rounded() / 10000 }
        }
        return figures
    }

    /// Whether the built-in model did better by more than a trifle.
    package var isWorse: Bool { builtIn - own >= Self.notable }
}

extension CrossValidation.Outcome {
    /// These models and `rival` on the windows of the folds, without windows of activities that a fold's model had not
    /// seen and of data sets that the rival was trained on; nil if no window is left.
    func comparison(
        with rival: ActivityModel, on windows: LabelledWindows, of sensorCase: SensorCase, plan: FoldPlan
    ) throws(InputError) -> PairedComparison? {
        let seen = Set(rival.provenance.allDataSets.map(\.name))
        let foldOfWindow = windows.foldOfWindow(ofRides: plan.foldOfRide)
        let judged = windows.evaluatedIndices(of: sensorCase).filter { models[foldOfWindow[$0]] != nil }
        let fair = zip(judged, self.windows).filter { _, window in
            window.truth != nil && !unseen.contains(window)
                && !seen.contains(windows.rides[window.recordingIndex].dataSet)
        }
        guard !fair.isEmpty else { return nil }
        let other = try ModelScorer(rival).score(windows, indices: fair.map(\.0))
        return PairedComparison(
            [.init(name: "yours", windows: fair.map(\.1)), .init(name: "built-in", windows: other)],
            dataSets: windows.dataSets, rides: windows.rides)
    }
}
