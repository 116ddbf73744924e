// SPDX-License-Identifier: Apache-2.0
/// A distribution over the six classes of ``ActivityClass``: probabilities in 0...1 whose sum is 1.
public struct ActivityProbabilities: Sendable, Hashable {
    /// The probability of stationary.
    package var stationary: Double
    /// The probability of walking.
    package var walking: Double
    /// The probability of running.
    package var running: Double
    /// The probability of cycling.
    package var cycling: Double
    /// The probability of automotive.
    package var automotive: Double
    /// The probability of moving, but none of the five.
    package var noneOfThese: Double

    /// The distribution that gives every class the same probability.
    package static let uniform = ActivityProbabilities { _ in 1.0 / Double(ActivityClass.allCases.count) }

    /// The distribution in proportion to `weight(class)`, whose sum becomes 1.
    ///
    /// - Throws: `InputError` `malformed` if a weight is negative, infinite or not a number, or if all are 0.
    public static func proportional(to weight: (ActivityClass) -> Double) throws(InputError) -> ActivityProbabilities {
        let weights = ActivityProbabilities(weight)
        var sum = 0.0
        for activityClass in ActivityClass.allCases {
            let weight = weights[activityClass]
            guard weight >= 0, weight.isFinite else {
                throw .malformed(
                    "the probability of \(activityClass.name) is \(weight)",
                    remedy: "give finite numbers of at least 0")
            }
            sum += weight
        }
        guard sum > 0, sum.isFinite else {
            throw .malformed("the probabilities sum to \(sum)", remedy: "give numbers whose sum is above 0")
        }
        // A rounding error in a sum of 1 does not change them.
        return (sum - 1).magnitude < 1e-12 ? weights : ActivityProbabilities { weights[$0] / sum }
    }

    /// The distribution whose probability of each class is `probability(class)`, as it is.
    package init(_ probability: (ActivityClass) -> Double) {
        stationary = probability(.stationary)
        walking = probability(.walking)
        running = probability(.running)
        cycling = probability(.cycling)
        automotive = probability(.automotive)
        noneOfThese = probability(.noneOfThese)
    }

    /// The probability of one class.
    public package(set) subscript(activityClass: ActivityClass) -> Double {
        get {
            switch activityClass {
            case .stationary: stationary
            case .walking: walking
            case .running: running
            case .cycling: cycling
            case .automotive: automotive
            case .noneOfThese: noneOfThese
            }
        }
        set {
            switch activityClass {
            case .stationary: stationary = newValue
            case .walking: walking = newValue
            case .running: running = newValue
            case .cycling: cycling = newValue
            case .automotive: automotive = newValue
            case .noneOfThese: noneOfThese = newValue
            }
        }
    }

    /// The class with the greatest probability; of equals, the first.
    public var mostLikely: ActivityClass {
        var best = ActivityClass.stationary
        for candidate in ActivityClass.allCases where self[candidate] > self[best] {
            best = candidate
        }
        return best
    }
}
