// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// The speeds of a stretch without holes, as seven numbers that tell its mode.
///
/// Positions are taken every 10 s on the line through the fixes, so that a track with few fixes is described like one
/// with many. Coarse fixes have their speeds over a longer time: an error of 65 m in 10 s would be the speed of a car.
/// The numbers do not describe the route: those that do (turns, stops, straightness) learn the routes of a few people.
package struct RideFeatures: Sendable, Hashable {
    /// The time between two positions, and the fixes that are averaged to one, in seconds.
    private static let cell = 10.0
    private static let bin = 5.0
    /// A longer time without a fix, in seconds, parts a ride, unless the log has no more fixes.
    private static let longestHole = 180.0
    /// Fewer cells describe nothing.
    private static let fewestCells = 6

    /// The logarithms of the median, the 90 % quantile and the best minute of the speeds, their squares, and the
    /// logarithm of the 90 % quantile of acceleration: median, quantile, their squares, best minute, its square,
    /// acceleration. In m/s and m/s².
    package var values: [Double]
    /// The time they describe.
    package var seconds: Double

    /// The features of each piece of each span of a track.
    package static func pieces(
        _ fixes: [(Timestamp, Location)], in spans: [TimeSpan], policy: TimelinePolicy = TimelinePolicy()
    ) -> [[Self]] {
        let points = FixCleaner.usable(fixes, policy: policy).withUsualSilences(policy)
        return spans.map { pieces(points, from: $0.start.seconds, to: $0.end.seconds, policy: policy) }
    }

    /// The features of each piece between `start` and `end`. Pieces under a minute are left out.
    static func pieces(_ points: [TrackPoint], from start: Double, to end: Double, policy: TimelinePolicy) -> [Self] {
        var pieces: [[TrackPoint]] = [[]]
        for point in binned(points, from: start, to: end) {
            if let last = pieces[pieces.count - 1].last,
                point.time - last.time > max(longestHole, point.usualSilence)
            {
                pieces.append([])
            }
            pieces[pieces.count - 1].append(point)
        }
        return pieces.compactMap { Self($0, from: start, to: end, policy: policy) }
    }

    /// The fixes of a span, and those beside it, averaged over short bins.
    private static func binned(_ points: [TrackPoint], from start: Double, to end: Double) -> [TrackPoint] {
        let first = max(0, points.partitioningIndex { $0.time >= start } - 1)
        let last = min(points.count, points.partitioningIndex { $0.time > end } + 1)
        var bins: [TrackPoint] = []
        var (number, count) = (-Double.infinity, 0.0)
        for point in points[first..<max(first, last)] {
            let bin = (point.time / bin).rounded(.down)
            if bin == number, let mean = bins.last {
                count += 1
                var moved = mean
                moved.time += (point.time - mean.time) / count
                moved.latitude += (point.latitude - mean.latitude) / count
                moved.longitude += Longitude.difference(mean.longitude, point.longitude) / count
                bins[bins.count - 1] = moved
            } else {
                (number, count) = (bin, 1)
                bins.append(point)
            }
        }
        return bins
    }

    /// Nil for a piece that is too short.
    private init?(_ points: [TrackPoint], from start: Double, to end: Double, policy: TimelinePolicy) {
        guard let first = points.first, let last = points.last else { return nil }
        let (from, to) = (max(start, first.time), min(end, last.time))
        let cells = Int(clamping: ((to - from) / Self.cell).rounded(.down))
        guard cells >= Self.fewestCells else { return nil }
        let line = SpeedProfile(points, policy: policy)
        // Over this time, the error of a usual fix is at most a walk.
        let accuracy = Quantile.value(0.5, of: points.map(\.accuracy)) ?? 0
        let window = max(Self.cell, accuracy / policy.fastestWalking)
        let speeds = (0..<cells).compactMap { number -> Double? in
            let middle = from + (Double(number) + 0.5) * Self.cell
            let (start, end) = (max(from, middle - window / 2), min(to, middle + window / 2))
            guard let one = line.position(at: start), let next = line.position(at: end) else { return nil }
            return Ellipsoid.way(one.latitude, one.longitude, next.latitude, next.longitude) / (end - start)
        }
        self.init(speeds: speeds, seconds: to - from)
    }

    /// The features of the speeds of at least six cells.
    init(speeds: [Double], seconds: Double) {
        let changes = zip(speeds, speeds.dropFirst()).map { ($1 - $0).magnitude / Self.cell }
        let minute = speeds.indices.dropFirst(Self.fewestCells - 1).map { end in
            speeds[(end - Self.fewestCells + 1)...end].reduce(0, +) / Double(Self.fewestCells)
        }
        let median = log(0.3 + (Quantile.value(0.5, of: speeds) ?? 0))
        let quantile = log(0.3 + (Quantile.value(0.9, of: speeds) ?? 0))
        let best = log(0.3 + (minute.max() ?? 0))
        let acceleration = log(0.02 + (Quantile.value(0.9, of: changes) ?? 0))
        values = [median, quantile, median * median, quantile * quantile, best, best * best, acceleration]
        self.seconds = seconds
    }
}
