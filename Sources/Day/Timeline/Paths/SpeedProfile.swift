import Geodesy
import MotionTypes

/// The ground speed of a track, averaged over a short time around each moment.
struct SpeedProfile {
    let points: [TrackPoint]
    /// Half the averaging time, and the least of it that must be left at an end of the track, in seconds.
    private let half: Double
    private let shortest: Double
    private let longestSilence: Double

    init(_ points: [TrackPoint], policy: TimelinePolicy) {
        self.points = points
        half = policy.speedWindow.inSeconds / 2
        longestSilence = policy.longestSilence.inSeconds
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
        let moved = Ellipsoid.shortDistance(start.latitude, start.longitude, finish.latitude, finish.longitude)
        return moved / (to - from)
    }

    /// Whether `time` has no fix close to it on either side.
    func isSilent(at time: Double) -> Bool {
        let after = points.partitioningIndex { $0.time >= time }
        guard after > 0, after < points.count else { return true }
        return points[after].time - points[after - 1].time > longestSilence
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
