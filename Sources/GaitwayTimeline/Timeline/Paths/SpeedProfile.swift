// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The ground speed of a track, averaged over a short time around each moment.
struct SpeedProfile {
    let points: [TrackPoint]
    /// The times of the first and the last fix. A point beyond is in a visit, at a time that no fix shows.
    private let seen: ClosedRange<Double>?
    /// Half the averaging time, and the least of it that must be left at an end of the track, in seconds.
    private let half: Double
    private let shortest: Double
    private let policy: TimelinePolicy

    /// Of `fixes`, and of the ends of the visits around them.
    init(_ fixes: [TrackPoint], from origin: TrackPoint? = nil, to goal: TrackPoint? = nil, policy: TimelinePolicy) {
        points = [origin].compactMap(\.self) + fixes + [goal].compactMap(\.self)
        seen = fixes.first.flatMap { first in fixes.last.map { first.time...max(first.time, $0.time) } }
        half = policy.speedWindow.inSeconds / 2
        self.policy = policy
        shortest = policy.shortestSpeedWindow.inSeconds
    }

    /// Metres per second at `time`: the distance from half the averaging time before to half after. Nil outside the
    /// track.
    func speed(at time: Double) -> Double? {
        guard let first = points.first, let last = points.last else { return nil }
        let from = max(first.time, time - half)
        let to = min(last.time, time + half)
        guard to - from >= shortest, let start = position(at: from), let finish = position(at: to) else {
            return nil
        }
        let moved = Ellipsoid.way(start.latitude, start.longitude, finish.latitude, finish.longitude)
        return moved / (to - from)
    }

    /// The least mean speed over whole minutes of a span that the accuracies allow, between fixes and without silences;
    /// nil for a span without any.
    func meanSpeed(from start: Double, to end: Double) -> Double? {
        guard let seen else { return nil }
        var (way, seconds) = (0.0, 0.0)
        var time = max(start, seen.lowerBound)
        let last = min(end, seen.upperBound)
        while time < last {
            let next = min(last, time + Self.minute)
            if next - time >= shortest, !isSilent(at: time.nextUp), !isSilent(at: next.nextDown),
                let from = position(at: time),
                let to = position(at: next)
            {
                let apart = Ellipsoid.way(from.latitude, from.longitude, to.latitude, to.longitude)
                way += max(0, apart - accuracy(at: time) - accuracy(at: next))
                seconds += next - time
            }
            time = next
        }
        return seconds > 0 ? way / seconds : nil
    }

    /// In seconds: errors of fixes make up little of the way over such a time.
    private static let minute = 60.0

    /// The accuracy of the first fix at or after `time`.
    func accuracy(at time: Double) -> Double {
        points[min(points.count - 1, points.partitioningIndex { $0.time >= time })].accuracy
    }

    /// Whether `time` has no fix close to it on either side.
    func isSilent(at time: Double) -> Bool {
        let after = points.partitioningIndex { $0.time >= time }
        guard after > 0, after < points.count else { return true }
        return points[after].isSilent(since: points[after - 1], policy)
    }

    /// The time between the fixes around a moment, in seconds; infinite outside the track.
    func interval(at time: Double) -> Double {
        let after = points.partitioningIndex { $0.time >= time }
        guard after > 0, after < points.count else { return .infinity }
        return points[after].time - points[after - 1].time
    }

    /// The number of fixes in a span.
    func count(from start: Double, to end: Double) -> Int {
        points.partitioningIndex { $0.time > end } - points.partitioningIndex { $0.time >= start }
    }

    /// The position at `time`, on the line between the fixes around it.
    func position(at time: Double) -> (latitude: Double, longitude: Double)? {
        let low = points.partitioningIndex { $0.time >= time }
        guard low < points.count else { return points.last.map { ($0.latitude, $0.longitude) } }
        guard low > 0 else { return (points[0].latitude, points[0].longitude) }
        let (a, b) = (points[low - 1], points[low])
        let share = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
        return (
            a.latitude + share * (b.latitude - a.latitude),
            Longitude.between(a.longitude, b.longitude, share: share)
        )
    }
}
