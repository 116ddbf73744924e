public import ActivityRecognition
internal import LogisticRegression
internal import MotionTypes

/// Trains once per fold on all other folds, and scores each fold by the model that never saw it.
public struct CrossValidation: Sendable {
    private let trainer: ModelTrainer
    private let minimumRate: Double

    /// A cross-validation with one way to train.
    public init(options: ModelTrainer.Options = .init()) {
        trainer = ModelTrainer(options: options)
        minimumRate = options.minimumRate
    }

    /// The scored windows, in the order of `windows`; `foldOfWindow` says which fold holds out each.
    ///
    /// Folds are fitted `workers` at a time. `progress` is called with the number of folds done.
    /// - Throws: `FitError` when a fold's training windows cannot be fitted.
    public func score(
        _ windows: LabelledWindows, foldOfWindow: [Int], workers: Int = 2,
        progress: (Int) -> Void = { _ in }
    ) async throws -> [ScoredWindow] {
        let trainable = windows.trainable(minimumRate: minimumRate)
        let folds = Set(foldOfWindow).sorted()
        var scored: [(index: Int, window: ScoredWindow)] = []
        var done = 0
        try await withThrowingTaskGroup(of: [(index: Int, window: ScoredWindow)].self) { group in
            var next = folds.makeIterator()
            func start() -> Bool {
                guard let fold = next.next() else { return false }
                group.addTask {
                    let selection = trainable.filter { foldOfWindow[$0] != fold }
                    let result = try trainer.train(
                        windows.training, selection: selection, name: "fold \(fold + 1)",
                        provenance: Provenance(date: "", command: "", dataSets: [], windows: 0))
                    let heldOut = foldOfWindow.indices.filter { foldOfWindow[$0] == fold }
                    return Array(
                        zip(heldOut, ModelScorer(result.model).score(windows, indices: heldOut, fold: fold)))
                }
                return true
            }
            for _ in 0..<max(1, workers) where !start() { break }
            while let part = try await group.next() {
                scored.append(contentsOf: part)
                done += 1
                progress(done)
                _ = start()
            }
        }
        return scored.sorted { $0.index < $1.index }.map(\.window)
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
