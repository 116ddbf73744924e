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
    /// Fewer fixes of a ride tell no run: any speeds are even if they are averaged over one or two times.
    private static let fewestFixes = 4
    /// A walk of this number of times between fixes may be a wait.
    private static let longestWait = 3.0

    /// The runs, with the mode of each ride decided; nil if none is. Rides that a report speaks of keep the modes they
    /// have: it knows more than speeds do.
    func decided(_ runs: [ModeDecoder.Run]) -> [ModeDecoder.Run]? {
        var (runs, isDecided) = (runs, false)
        let rides = rides(runs)
        for ride in rides {
            guard let told = told(ride, of: runs) else { continue }
            for index in ride where Self.isRide(runs[index].mode) {
                (runs[index].mode, runs[index].probability) = told
            }
            isDecided = true
        }
        ridePushedBicycles(between: rides, &runs)
        return isDecided ? runs : nil
    }

    /// The likeliest mode of a stretch without reports, and its probability.
    private func told(_ stretch: Range<Int>, of runs: [ModeDecoder.Run]) -> (Activity, Double?)? {
        let (start, end) = (runs[stretch.lowerBound].start, runs[stretch.upperBound - 1].end)
        guard let model = policy.rideModel, reports.shares(from: start, to: end).known == 0 else { return nil }
        let speed = speeds.meanSpeed(from: start, to: end) ?? 0
        // With so few fixes a run and a slow ride have the same speeds.
        let isSparse =
            speeds.count(from: start, to: end) < Self.fewestFixes
            || interval(from: start, to: end) > Self.longestInterval
        let pieces = RideFeatures.pieces(speeds.points, from: start, to: end, policy: policy)
        return model.mode(of: pieces, confirmed: policy.confirmedRides) { mode in
            policy.modes.contains(mode) && speed <= policy.fastest(mode) && !(isSparse && mode == .running)
        }.map { ($0.mode, $0.probability) }
    }

    /// The mean time between fixes.
    private func interval(from start: Double, to end: Double) -> Double {
        (end - start) / Double(max(1, speeds.count(from: start, to: end)))
    }

    /// A short walk between two rides by bicycle is a part of the ride: a rider is slow uphill, or gets off and pushes.
    /// Among few fixes, a wait at a light looks like a walk. If one of the rides looks like a run, both are decided
    /// together.
    private func ridePushedBicycles(between rides: [Range<Int>], _ runs: inout [ModeDecoder.Run]) {
        for (before, after) in zip(rides, rides.dropFirst()) {
            let (last, next) = (runs[before.upperBound - 1], runs[after.lowerBound])
            let whole = before.lowerBound..<after.upperBound
            let wait =
                Self.longestWait * interval(from: runs[before.lowerBound].start, to: runs[after.upperBound - 1].end)
            guard next.start - last.end < max(wait, policy.longestPauseInMode.inSeconds),
                reports.shares(from: last.end, to: next.start).known == 0
            else { continue }
            var probability = last.probability
            switch (last.mode, next.mode) {
            case (.cycling, .cycling): break
            case (.cycling, .running), (.running, .cycling):
                guard let (mode, sure) = told(whole, of: runs), mode == .cycling else { continue }
                probability = sure
            default: continue
            }
            for index in whole where runs[index].mode == .walking || runs[index].mode == .running {
                (runs[index].mode, runs[index].probability) = (.cycling, probability)
            }
        }
    }

    /// A ride at whose begin the phone slept, as long as its mode takes from the visit to the first fix. Only the time
    /// before it was walked.
    func withUnseenStart(_ runs: [ModeDecoder.Run]) -> [ModeDecoder.Run] {
        guard runs.count > 1, runs[0].mode == .walking, Self.isRide(runs[1].mode), speeds.points.count > 1 else {
            return runs
        }
        let (left, seen) = (speeds.points[0], speeds.points[1])
        let pace =
            switch runs[1].mode {
            case .running: policy.fastestWalking
            case .cycling: policy.cyclingPace
            default: policy.vehiclePace
            }
        guard left.time == runs[0].start, seen.time - left.time > policy.shortestSleep.inSeconds,
            // Speeds are those of half a window.
            (runs[0].end - seen.time).magnitude <= policy.speedWindow.inSeconds,
            reports.shares(from: left.time, to: seen.time).known == 0
        else { return runs }
        var runs = runs
        let start = max(left.time, min(runs[0].end, seen.time - left.distance(to: seen) / pace))
        (runs[0].end, runs[1].start) = (start, start)
        if runs[0].duration < policy.shortestEndSection.inSeconds {
            runs[1].start = runs[0].start
            runs.removeFirst()
        }
        return runs
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
