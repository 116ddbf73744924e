import ActivityRecognition
import Evaluation

/// Trains and scores variants on the same windows and folds: each data set is answered by a model that never saw it.
struct Judge {
    let windows: LabelledWindows
    let plan: FoldPlan

    init(_ windows: LabelledWindows) throws {
        self.windows = windows
        plan = try FoldPlan(rides: windows.foldRides, by: .dataSet)
    }

    /// The fold that holds out each window.
    var foldOfWindow: [Int] { windows.foldOfWindow(ofRides: plan.foldOfRide) }

    /// What the models of a variant say of the folds that they did not see, and the models.
    func outcome(_ variant: Variant) async throws -> CrossValidation.Outcome {
        let masked = windows.masking(variant.isMasked)
        let options = CrossValidation.Options(
            training: variant.options, penalties: [variant.options.penalty], stay: variant.stay)
        return try await CrossValidation(options: options).score(masked, foldOfWindow: foldOfWindow)
    }

    /// The causal answers' score on spliced rides, whose blocks are the same for all variants.
    static func overTime(_ scored: [ScoredWindow], stay: Double) -> SplicedScore {
        SplicedRides(scored).score(scored, smoothing: .causal) { _ in SmoothingParameters(stay: stay) }
    }
}
