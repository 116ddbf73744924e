public import ActivityRecognition
internal import LogisticRegression
internal import MotionTypes

/// Trains once per fold on all other folds, and scores each fold by the model that never saw it.
public struct CrossValidation: Sendable {
    /// What a cross-validation gives.
    public struct Outcome: Sendable {
        /// The scored windows, in the order of the labelled windows.
        public var windows: [ScoredWindow] = []
        /// The model of each fold, by the fold's index: fitted to all other folds.
        public var models: [Int: ActivityModel] = [:]
    }

    private let trainer: ModelTrainer
    private let minimumRate: Double

    /// A cross-validation with one way to train.
    public init(options: ModelTrainer.Options = .init()) {
        trainer = ModelTrainer(options: options)
        minimumRate = options.minimumRate
    }

    /// The scored windows and the models that scored them; `foldOfWindow` says which fold holds out each window.
    ///
    /// Folds are fitted `workers` at a time. `progress` is called with the number of folds done.
    /// - Throws: `FitError` when a fold's training windows cannot be fitted.
    public func score(
        _ windows: LabelledWindows, foldOfWindow: [Int], workers: Int = 2,
        progress: (Int) -> Void = { _ in }
    ) async throws -> Outcome {
        let trainable = windows.trainable(minimumRate: minimumRate)
        let folds = Set(foldOfWindow).sorted()
        typealias Part = (fold: Int, model: ActivityModel, scored: [(index: Int, window: ScoredWindow)])
        var outcome = Outcome()
        var scored: [(index: Int, window: ScoredWindow)] = []
        try await withThrowingTaskGroup(of: Part.self) { group in
            var next = folds.makeIterator()
            func start() -> Bool {
                guard let fold = next.next() else { return false }
                group.addTask {
                    let selection = trainable.filter { foldOfWindow[$0] != fold }
                    let result = try trainer.train(
                        windows.training, selection: selection, name: "fold \(fold + 1)",
                        provenance: Provenance(date: "", command: "", dataSets: [], windows: 0))
                    let heldOut = foldOfWindow.indices.filter { foldOfWindow[$0] == fold }
                    let own = ModelScorer(result.model).score(windows, indices: heldOut, fold: fold)
                    return (fold, result.model, Array(zip(heldOut, own)))
                }
                return true
            }
            for _ in 0..<max(1, workers) where !start() { break }
            while let part = try await group.next() {
                scored.append(contentsOf: part.scored)
                outcome.models[part.fold] = part.model
                progress(outcome.models.count)
                _ = start()
            }
        }
        outcome.windows = scored.sorted { $0.index < $1.index }.map(\.window)
        return outcome
    }

    /// The fold of each window under a plan over rides.
    public static func foldOfWindow(_ windows: LabelledWindows, plan: FoldPlan) -> [Int] {
        windows.origins.map { plan.foldOfRide[$0.ride] }
    }

    /// The fold of each window under a random split, stratified by class, whatever ride it comes from.
    public static func randomFoldOfWindow(_ windows: LabelledWindows) -> [Int] {
        StratifiedSplit(classes: windows.training.classes.map(\.rawValue)).folds
    }
}
