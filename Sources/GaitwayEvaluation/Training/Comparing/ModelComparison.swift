// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// Three models on the same left-out rides: a given model, that model adapted to the other rides, and a model that was
/// trained on the other rides alone.
///
/// Results of the given and the adapted model on rides of its training data are too good.
package struct ModelComparison: Sendable {
    package enum Model: String, CaseIterable, Sendable, Hashable {
        /// The given model, as it is.
        case given = "built-in"
        /// The given model, adapted to the other rides.
        case adapted
        /// A model of the other rides alone.
        case new
    }

    /// One model's figures, or why there are none.
    package struct Row: Sendable, Hashable {
        package let model: Model
        /// The figures, as an evaluation weighs them; nil if the model could not be made.
        package let metrics: Metrics?
        /// The rides behind each error, by index into the manifest's rows.
        package let confused: [ConfusedRides]
        /// Why the model could not be made.
        package let problem: String?

        init(_ model: Model, _ scored: [ScoredWindow]) {
            self.model = model
            metrics = Metrics(balanced: scored)
            confused = ConfusedRides.list(scored)
            problem = nil
        }

        init(_ model: Model, problem: String) {
            self.model = model
            metrics = nil
            confused = []
            self.problem = problem
        }
    }

    package let rows: [Row]
    package let rides: [ManifestRow]
    /// The recordings that the models are judged on, in the manifest's order.
    package let judged: [String]
    package let minutes: Double
    /// How many folds leave rides out; 0 if none can be left out.
    package let folds: Int
    /// What is left out together; nil if nothing can be.
    package let grouping: FoldGrouping?
    /// The evaluation of the new models, for its page; nil if there are none.
    package let evaluation: ModelEvaluation?

    /// Compares models on the rides of one manifest.
    ///
    /// - Parameters:
    ///   - base: the given model.
    ///   - training: the way to train. Its sensor cases do not count: those of the rides do.
    ///   - rides: the labelled rides.
    ///   - progress: is told how far the work has come; what it throws ends the work.
    /// - Throws: `InputError` for rides that cannot be read, and what `progress` throws.
    package init(
        of base: ActivityModel, training: ModelTraining = ModelTraining(), on rides: LabelledRides,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws {
        let (windows, skipped) = try await rides.read(progress: progress)
        try rides.refuseNothing(windows)
        let folds = ComparisonFolds(windows)
        let foldOfWindow = folds?.foldOfWindow(windows)
        let judged = (0..<windows.count).filter { (foldOfWindow?[$0] ?? 0) >= 0 }
        let given = try ModelScorer(base).score(windows, indices: judged)
        var rows = [Row(.given, given)]
        if let folds {
            try windows.refuseCopies(foldOfRide: folds.plan.foldOfRide)
            try progress(.folds(folds.plan.description))
            let work = ComparisonWork(rides: rides, windows: windows, folds: folds, training: training)
            rows.append(try await work.row(.adapted) { try await work.adapted(base, progress: progress) })
            var outcome: CrossValidation.Outcome?
            rows.append(
                try await work.row(.new) {
                    let trained = try await work.trained(progress: progress)
                    outcome = trained
                    return trained.windows
                })
            evaluation = outcome.map {
                ModelEvaluation($0, of: folds.plan, on: windows, skipped: skipped, isEvaluated: { _ in true })
            }
        } else {
            let shown = windows.activities(judged)
            let problem =
                shown.count > 1
                ? "no activity is in two recordings, so nothing can be left out; add a second recording of each"
                : ComparisonWork.tooFewActivities(shown)
            rows += [Row(.adapted, problem: problem), Row(.new, problem: problem)]
            evaluation = nil
        }
        self.rows = rows
        self.rides = windows.rides
        // Rows of one recording come together or not.
        var seen: Set<String> = []
        let withWindows = Set(given.map { windows.rides[$0.recordingIndex].recording })
        self.judged = windows.rides.map(\.recording).filter { withWindows.contains($0) && seen.insert($0).inserted }
        minutes = 60 * LabelledWindows.hours(ofWindows: judged.count)
        self.folds = folds?.plan.folds.count ?? 0
        grouping = folds?.plan.grouping
    }

    package subscript(model: Model) -> Row? { rows.first { $0.model == model } }
}
