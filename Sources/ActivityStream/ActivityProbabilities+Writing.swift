package import MotionTypes

extension ActivityProbabilities {
    /// A class's probability as both encodings write it, with ``decimals``: from 0 to 1, and a number.
    package func written(_ activityClass: ActivityClass) -> Double {
        let probability = self[activityClass]
        precondition(!probability.isNaN, "a probability that is not a number")
        return min(max(probability, 0), 1)
    }

    /// How many decimals a probability is written with.
    package static let decimals = 4
}
