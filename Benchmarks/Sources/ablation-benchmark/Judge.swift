// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

/// Trains and scores variants on the same windows and folds; the model for a data set never saw it.
struct Judge {
    let windows: LabelledWindows
    let plan: FoldPlan
    /// The fold that holds out each ride: that of the plan, or of the blocks if there are any.
    private var foldOfRide: [Int]

    init(_ windows: LabelledWindows) throws {
        self.windows = windows
        plan = try FoldPlan(rides: windows.foldRides, by: .dataSet)
        foldOfRide = plan.foldOfRide
    }

    /// Holds data sets out with the folds of `blocks`. Windows of another length cover slightly different hours, and so
    /// give a slightly different plan.
    mutating func adoptFolds(of blocks: [Block], source: String) throws {
        var foldOfDataSet: [String: Int] = [:]
        for block in blocks {
            guard windows.rides.indices.contains(block.ride), plan.folds.indices.contains(block.fold),
                foldOfDataSet.updateValue(block.fold, forKey: windows.rides[block.ride].dataSet) ?? block.fold
                    == block.fold
            else {
                throw InputError(
                    .unsupported, source: source, problem: "the blocks were cut from other rides",
                    remedy: "remove the file, and it is written again")
            }
        }
        for (ride, row) in windows.rides.enumerated() {
            if let fold = foldOfDataSet[row.dataSet] { foldOfRide[ride] = fold }
        }
    }

    /// The fold that holds out each window.
    var foldOfWindow: [Int] { windows.foldOfWindow(ofRides: foldOfRide) }

    /// Trains a variant's model for each fold, and returns the models with their answers for the folds left out.
    func outcome(_ variant: Variant) async throws -> CrossValidation.Outcome {
        let masked = try windows.masking(variant.isMasked)
        let options = CrossValidation.Options(
            training: variant.options, penalties: [variant.options.penalty], stay: variant.stay)
        return try await CrossValidation(options: options).score(masked, foldOfWindow: foldOfWindow)
    }

    /// The score of causal answers on spliced rides, with the same blocks for all variants.
    static func overTime(_ scored: [ScoredWindow], stay: Double) -> SplicedScore {
        SplicedRides(scored).score(scored, smoothing: .causal) { _ in SmoothingParameters(stay: stay) }
    }
}
