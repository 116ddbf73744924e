// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayEvaluation
package import TestSupport

extension SeededGenerator {
    /// A number in 0..<1 with 53 random bits.
    package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number in 0..<bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// Windows made up for tests.
package enum Samples {
    /// The sample of `Tests/Oracles/evaluation_metrics.py`, draw for draw: six data sets, the later ones smaller,
    /// one window in six of no known activity, one in twenty refused.
    package static func windows(_ count: Int, seed: UInt64) -> [ScoredWindow] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let dataSet = min(generator.below(6), generator.below(6))
            let truth = generator.below(6)
            let isRefused = generator.below(20) == 0
            var values: [Double] = []
            for _ in 0..<6 {
                let uniform = generator.uniform()
                values.append(uniform * uniform * uniform)
            }
            values[truth] += generator.uniform()
            let total = values.reduce(0, +)
            return ScoredWindow(
                recordingIndex: index, windowIndex: 0, start: 0, dataSet: dataSet,
                truth: ActivityClass(rawValue: truth)?.activity,
                probabilities: ActivityProbabilities { values[$0.rawValue] / total }, isRefused: isRefused)
        }
    }

    /// Rides of neighbouring windows, hop 2.56 s, with random probabilities.
    package static func rides(_ rides: [(dataSet: Int, fold: Int, truth: Activity?, count: Int)]) -> [ScoredWindow] {
        var generator = SeededGenerator(seed: 5)
        return rides.enumerated().flatMap { number, ride in
            (0..<ride.count).map { index in
                let likeliest = generator.below(6)
                return ScoredWindow(
                    recordingIndex: number, windowIndex: index, start: Double(index) * 2.56,
                    dataSet: ride.dataSet, fold: ride.fold, truth: ride.truth,
                    probabilities: ActivityProbabilities { $0.rawValue == likeliest ? 0.5 : 0.1 })
            }
        }
    }

    /// The distribution that is certain of one class.
    package static func certain(_ activityClass: ActivityClass) -> ActivityProbabilities {
        ActivityProbabilities { $0 == activityClass ? 1 : 0 }
    }
}

/// Whether two figures agree to `tolerance`; a nil agrees with nothing.
package func isClose(_ left: Double?, _ right: Double?, _ tolerance: Double = 1e-12) -> Bool {
    guard let left, let right else { return false }
    return (left - right).magnitude <= tolerance
}
