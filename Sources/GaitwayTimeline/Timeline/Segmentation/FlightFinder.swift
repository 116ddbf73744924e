// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Finds the flights among the fixes of a move: sustained travel in one direction that is too fast for the ground.
struct FlightFinder {
    let policy: TimelinePolicy

    /// Faster parts this near to each other, in seconds, belong to one flight, for example around a holding pattern.
    private static let longestJoin = 900.0
    /// The least share of a flight's way that brings it ahead.
    private static let straightness = 0.5

    /// The spans of the flights, in time order. Each begins and ends at a fix.
    func flights(_ points: [TrackPoint]) -> [ClosedRange<Double>] {
        // Of the ends of a flight, one is at least half its way from any point. Most moves end here.
        guard let start = points.first,
            points.contains(where: { start.distance(to: $0) >= policy.shortestFlight / 3 })
        else { return [] }
        let speeds = SpeedProfile(points, policy: policy)
        var found: [Range<Int>] = []
        for index in points.indices.dropLast() where isAirborne(points[index], points[index + 1], speeds) {
            if let last = found.last, points[index].time - points[last.upperBound].time <= Self.longestJoin {
                found[found.count - 1] = last.lowerBound..<index + 1
            } else {
                found.append(index..<index + 1)
            }
        }
        return found.compactMap { steps -> ClosedRange<Double>? in
            var (first, last) = (steps.lowerBound, steps.upperBound)
            // The runway, and the way between it and cruising speed.
            while first > 0, isFast(points[first - 1], points[first], speeds) { first -= 1 }
            while last + 1 < points.count, isFast(points[last], points[last + 1], speeds) { last += 1 }
            let ahead = points[first].distance(to: points[last])
            let way = (first..<last).reduce(0) { $0 + points[$1].distance(to: points[$1 + 1]) }
            guard ahead >= policy.shortestFlight, ahead >= Self.straightness * way,
                ahead <= policy.fastestAirplane * (points[last].time - points[first].time)
            else { return nil }
            return points[first].time...points[last].time
        }
    }

    /// Whether only an airplane gets from a fix to the next.
    private func isAirborne(_ from: TrackPoint, _ to: TrackPoint, _ speeds: SpeedProfile) -> Bool {
        let speed = speed(from, to, speeds)
        if speed > policy.fastestVehicle { return true }
        return to.time - from.time > policy.longestSilence.inSeconds && speed > policy.slowestFlight
            && from.distance(to: to) >= policy.shortestFlight
    }

    private func isFast(_ from: TrackPoint, _ to: TrackPoint, _ speeds: SpeedProfile) -> Bool {
        speed(from, to, speeds) > policy.fastestDeparture
    }

    /// The speed between two fixes. Fixes of the same second are averaged with those around them.
    private func speed(_ from: TrackPoint, _ to: TrackPoint, _ speeds: SpeedProfile) -> Double {
        let seconds = to.time - from.time
        if seconds < policy.speedWindow.inSeconds, let speed = speeds.speed(at: from.time + seconds / 2) {
            return speed
        }
        return from.distance(to: to) / max(TrackPoint.shortestInterval, seconds)
    }
}

extension ModeDecoder.Run {
    /// Runs with the time of flights taken out of them. Rests of runs that are too short for a section belong to the
    /// flight.
    static func runs(_ runs: [Self], with flights: [ClosedRange<Double>], shortest: Double) -> [Self] {
        guard let start = runs.first?.start, let end = runs.last?.end else { return runs }
        var result: [Self] = []
        var cursor = start
        func ground(until time: Double) {
            for run in runs where run.end > cursor && run.start < time {
                var part = run
                part.start = max(run.start, cursor)
                part.end = min(run.end, time)
                if part.duration > 0 { result.append(part) }
            }
        }
        for flight in flights where flight.upperBound > cursor && flight.lowerBound < end {
            let from = flight.lowerBound - cursor < shortest ? cursor : flight.lowerBound
            let to = end - flight.upperBound < shortest ? end : min(end, flight.upperBound)
            ground(until: from)
            result.append(Self(start: from, end: to, mode: .automotive, vehicle: .airplane))
            cursor = to
        }
        ground(until: end)
        return result
    }
}
