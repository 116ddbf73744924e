// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// The likelihood of a window's speed in each class, beside its motion: late fusion.
///
/// p(class | window, speed) ∝ p(class | window) · p(bin of the speed | class)^power. Motion and speed err alike, so
/// that the speed counts by a power below 1. None of the five has the mean of their likelihoods. A speed of a bin that
/// training hardly saw of a class speaks against it without ruling it out: each histogram has a floor, and a part of
/// its neighbours.
package struct SpeedLikelihood: Sendable, Hashable {
    /// Where one bin ends and the next begins, in m/s, ascending: one number fewer than there are bins.
    package let bounds: [Double]
    /// The probability of each bin for each activity, in the order of `Activity`; every row has the sum 1.
    package let shares: [[Double]]
    /// The power to which the likelihood is raised for a window by itself, above 0 and up to 1.
    package let power: Double
    /// The same for what a window adds to its neighbours, over time: they have much the same speed, and a vehicle that
    /// stands is still a vehicle.
    package let chainPower: Double
    /// What a class's probability is multiplied by, for each class and bin.
    private let factors: [[Double]]
    private let chainFactors: [[Double]]
    /// The probability of each bin for each class, in the order of `ActivityClass`.
    private let shareOfClass: [[Double]]

    /// The bounds of bins that likelihoods are learnt with: a few for each way to move.
    static let standardBounds = [0.3, 0.6, 1, 1.5, 2, 2.6, 3.3, 4.2, 5.5, 7.5, 10, 15, 22]
    /// The power that a study of rides found.
    static let standardPower = 0.6
    /// The power over time: with a larger one, vehicles that stand are lost, on spliced rides and on whole ones.
    static let standardChainPower = 0.1
    /// How many windows an activity must have in a data set to be learnt from there.
    package static let minimumWindows = 20
    /// The part of a histogram that all bins share evenly.
    static let floor = 0.07
    /// The part of a bin that each of its neighbours gets.
    static let spill = 0.2

    /// A likelihood from its parts; nil unless they fit together.
    package init?(bounds: [Double], shares: [[Double]], power: Double, chainPower: Double) {
        guard !bounds.isEmpty, bounds.allSatisfy({ $0 > 0 && $0.isFinite }),
            zip(bounds, bounds.dropFirst()).allSatisfy(<),
            shares.count == Activity.allCases.count, shares.allSatisfy({ $0.count == bounds.count + 1 }),
            shares.allSatisfy({ $0.allSatisfy { $0 > 0 && $0 <= 1 } && ($0.reduce(0, +) - 1).magnitude < 1e-4 }),
            [power, chainPower].allSatisfy({ $0 > 0 && $0 <= 1 })
        else { return nil }
        self.bounds = bounds
        self.shares = shares
        self.power = power
        self.chainPower = chainPower
        let mean = shares[0].indices.map { bin in shares.reduce(0) { $0 + $1[bin] } / Double(shares.count) }
        shareOfClass = shares + [mean]
        factors = shareOfClass.map { $0.map { pow($0, power) } }
        chainFactors = shareOfClass.map { $0.map { pow($0, chainPower) } }
    }

    /// The bin of a speed of 0 m/s or more.
    package func bin(of speed: Double) -> Int { Self.bin(of: speed, in: bounds) }

    /// The same for bins with these bounds.
    static func bin(of speed: Double, in bounds: [Double]) -> Int { bounds.firstIndex { speed < $0 } ?? bounds.count }

    /// The probabilities of a window, with what its speed in m/s adds.
    package func fused(_ probabilities: ActivityProbabilities, speed: Double) -> ActivityProbabilities {
        joined(probabilities, speed: speed, factors)
    }

    /// The same, as evidence that is joined with that of other windows.
    package func evidence(_ probabilities: ActivityProbabilities, speed: Double) -> ActivityProbabilities {
        joined(probabilities, speed: speed, chainFactors)
    }

    /// The probabilities by a window's speed in m/s alone, from equal priors.
    package func alone(speed: Double) -> ActivityProbabilities {
        let bin = bin(of: speed)
        return ActivityProbabilities { shareOfClass[$0.rawValue][bin] }.normalized
    }

    private func joined(
        _ probabilities: ActivityProbabilities, speed: Double, _ factors: [[Double]]
    ) -> ActivityProbabilities {
        let bin = bin(of: speed)
        return ActivityProbabilities { probabilities[$0] * factors[$0.rawValue][bin] }.normalized
    }
}

extension WindowEstimate {
    /// Adds what the window's speed in m/s says. A window with too few samples for the model is classified by its speed
    /// alone; any other without an answer stays as it is.
    mutating func fuse(_ speed: Double, by likelihood: SpeedLikelihood) {
        switch outcome {
        case .probabilities(let probabilities):
            outcome = .probabilities(likelihood.fused(probabilities, speed: speed))
            evidence = likelihood.evidence(probabilities, speed: speed)
        case .unknown(.rateTooLow):
            outcome = .probabilities(likelihood.alone(speed: speed))
            levels = .bySpeedAlone
            motionFault = .rateTooLow
        case .unknown: return
        }
        self.speed = speed
    }
}
