// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The ways across the silences of a move, shared among its runs.
///
/// A run gets a share by its time and its mode's pace, at most what its mode can cover. If all runs of a silence
/// together cannot cover the way, their distance is unknown.
struct SilentWays {
    let policy: TimelinePolicy

    /// A silence within a move, with the least distance moved in it.
    struct Silence {
        var start: Double
        var end: Double
        var way: Double
    }

    /// Metres of each run across silences; nil for a run with a silence whose way it cannot have covered.
    func shares(of silences: [Silence], among runs: [ModeDecoder.Run]) -> [Double?] {
        var result = [Double?](repeating: 0, count: runs.count)
        for silence in silences {
            let crossing = runs.indices.filter { runs[$0].start < silence.end && runs[$0].end > silence.start }
            let seconds = crossing.map { min(silence.end, runs[$0].end) - max(silence.start, runs[$0].start) }
            let most = zip(crossing, seconds).map { policy.fastest(runs[$0].mode, runs[$0].vehicle) * $1 }
            let sum = most.reduce(0, +)
            // Errors of the fixes at both ends can add a little to the way.
            let isAlmost = sum > 0 && silence.way > sum && silence.way <= sum + policy.visitRadius
            let parts = Self.shared(
                silence.way, weights: zip(crossing, seconds).map { pace(runs[$0]) * $1 },
                most: isAlmost ? most.map { $0 * silence.way / sum } : most)
            for (index, part) in zip(crossing, parts ?? [Double?](repeating: nil, count: crossing.count)) {
                result[index] = result[index].flatMap { sum in part.map { sum + $0 } }
            }
        }
        return result
    }

    /// The speed above which a coarse fix in a silence is wrong.
    func mostPlausibleSpeed(from start: Double, to end: Double, runs: [ModeDecoder.Run]) -> Double {
        let crossing = runs.filter { $0.start < end && $0.end > start }
        if crossing.contains(where: { $0.vehicle == .airplane }) { return policy.fastestAirplane }
        return min(
            policy.fastestDeparture, crossing.map { policy.fastest($0.mode) }.max() ?? policy.fastestWalking)
    }

    private func pace(_ run: ModeDecoder.Run) -> Double {
        switch run.mode {
        case .stationary: Self.restingPace
        case .walking: policy.walkingPace
        case .running: policy.fastestWalking
        case .cycling: policy.cyclingPace
        case .automotive: run.vehicle == .airplane ? policy.slowestFlight : policy.vehiclePace
        }
    }

    /// A pause may hide some steps.
    private static let restingPace = 0.01

    /// In metres: sums of doubles are not exact.
    private static let leastExcess = 0.001

    /// Parts of `way` in proportion to `weights`, none above its `most`; nil if all together cannot hold it.
    static func shared(_ way: Double, weights: [Double], most: [Double]) -> [Double]? {
        guard way <= most.reduce(0, +) + leastExcess else { return nil }
        var parts = [Double](repeating: 0, count: weights.count)
        var open = Array(weights.indices)
        var rest = way
        while !open.isEmpty {
            let sum = open.reduce(0) { $0 + weights[$1] }
            let full = sum > 0 ? open.filter { rest * weights[$0] / sum > most[$0] } : []
            guard let first = full.first else {
                for index in open { parts[index] = sum > 0 ? rest * weights[index] / sum : 0 }
                break
            }
            parts[first] = most[first]
            rest -= most[first]
            open.removeAll { $0 == first }
        }
        return parts
    }
}
