// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

/// The answers to the windows of one activity in one data set, and what they might have been with other rides.
///
/// Where an activity is in one data set, drawing data sets shows no spread at all, however few its windows are. Then
/// its rides are weighed anew (D. Rubin, "The Bayesian bootstrap", Annals of Statistics 9, 1981), and the shares of its
/// answers drawn from their posterior after the windows (Dirichlet, after Jeffreys half a window right and half a
/// window wrong). Neighbouring windows share half their samples, so that a window counts as a half.
struct PredictionShares {
    /// The counts of each ride, by `Prediction`.
    private let rides: [[Double]]
    private let activity: Activity

    /// Nil without a window.
    init?(_ activity: Activity, rides: [[Double]]) {
        guard rides.contains(where: { $0.contains { $0 > 0 } }) else { return nil }
        self.rides = rides
        self.activity = activity
    }

    /// Shares by `Prediction`, with the sum 1.
    func drawn(_ generator: inout SplitMix64) -> [Double] {
        var counts = [Double](repeating: 0, count: Prediction.allCases.count)
        for ride in rides {
            let weight = generator.exponential()
            for prediction in ride.indices { counts[prediction] += weight * ride[prediction] }
        }
        let windows = rides.reduce(0) { $0 + $1.reduce(0, +) }
        let sum = counts.reduce(0, +)
        let shares = Prediction.allCases.map { prediction in
            let prior = prediction == Prediction(activity) ? 0.5 : 0.5 / Double(counts.count - 1)
            return generator.gamma(shape: prior + counts[prediction.rawValue] / sum * windows / 2)
        }
        let total = shares.reduce(0, +)
        return shares.map { $0 / total }
    }
}
