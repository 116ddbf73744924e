// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Gives each ride one mode, by the speeds of the whole ride.
///
/// A ride is what lies between walks: sections of running, cycling and vehicle that adjoin, with the pauses between
/// them. Its single steps are weak evidence, since a bus in a city has the speeds of a bicycle half of the time.
struct RideModes {
    let policy: TimelinePolicy
    let speeds: SpeedProfile
    let reports: ReportHistory

    /// A longer mean time between fixes, in seconds, tells no run.
    private static let longestInterval = 150.0

    /// The runs, with the mode of each ride decided; nil if none is. Rides that a report speaks of keep the modes they
    /// have: it knows more than speeds do.
    func decided(_ runs: [ModeDecoder.Run]) -> [ModeDecoder.Run]? {
        guard let model = policy.rideModel else { return nil }
        var (runs, isDecided) = (runs, false)
        let rides = rides(runs)
        for ride in rides {
            let (start, end) = (runs[ride.lowerBound].start, runs[ride.upperBound - 1].end)
            if reports.shares(from: start, to: end).known > 0 { continue }
            let pieces = RideFeatures.pieces(speeds.points, from: start, to: end, policy: policy)
            let speed = speeds.meanSpeed(from: start, to: end) ?? 0
            // With so few fixes a run and a slow ride have the same speeds.
            let isSparse = (end - start) / Double(max(1, speeds.count(from: start, to: end))) > Self.longestInterval
            let told = model.mode(of: pieces, confirmed: policy.confirmedRides) { mode in
                policy.modes.contains(mode) && speed <= policy.fastest(mode) && !(isSparse && mode == .running)
            }
            guard let told else { continue }
            for index in ride where Self.isRide(runs[index].mode) {
                (runs[index].mode, runs[index].probability) = (told.mode, told.probability)
            }
            isDecided = true
        }
        ridePushedBicycles(between: rides, &runs)
        return isDecided ? runs : nil
    }

    /// A short walk between two rides by bicycle is a part of the ride: a rider is slow uphill, or gets off and pushes.
    private func ridePushedBicycles(between rides: [Range<Int>], _ runs: inout [ModeDecoder.Run]) {
        for (before, after) in zip(rides, rides.dropFirst()) {
            let (last, next) = (runs[before.upperBound - 1], runs[after.lowerBound])
            guard last.mode == .cycling, next.mode == .cycling,
                next.start - last.end < policy.longestPauseInMode.inSeconds,
                reports.shares(from: last.end, to: next.start).known == 0
            else { continue }
            for index in before.upperBound..<after.lowerBound where runs[index].mode == .walking {
                (runs[index].mode, runs[index].probability) = (.cycling, last.probability)
            }
        }
    }

    /// The runs of each ride.
    private func rides(_ runs: [ModeDecoder.Run]) -> [Range<Int>] {
        var rides: [Range<Int>] = []
        var open: Int?
        for index in runs.indices {
            if Self.isRide(runs[index].mode) {
                if let start = open {
                    rides[rides.count - 1] = start..<index + 1
                } else {
                    open = index
                    rides.append(index..<index + 1)
                }
            } else if runs[index].mode != .stationary {
                open = nil
            }
        }
        return rides
    }

    private static func isRide(_ mode: Activity) -> Bool { mode != .stationary && mode != .walking }
}
