// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The speed over time in a limited number of points: the fastest of several fixes, with unknown speeds apart.
struct SpeedBins {
    /// A time and the largest speed around it.
    struct Point {
        /// Elapsed.
        var time: Duration
        /// Metres per second; nil where it is not known.
        var speed: Double?
    }

    private(set) var points: [Point] = []

    /// More than a wide screen has columns.
    private static let most = 4000

    init(_ track: RunTrack) {
        let size = max(1, (track.fixes.count + Self.most - 1) / Self.most)
        for part in Self.stretches(track) {
            for low in stride(from: part.lowerBound, through: part.upperBound, by: size) {
                let bin = low...min(low + size - 1, part.upperBound)
                let known = bin.compactMap { track.speeds[$0] }
                points.append(Point(time: track.fixes[low].elapsed, speed: known.max()))
            }
            points.append(Point(time: track.fixes[part.upperBound].elapsed, speed: nil))
        }
    }

    /// Ranges of fixes without a gap.
    private static func stretches(_ track: RunTrack) -> [ClosedRange<Int>] {
        var stretches: [ClosedRange<Int>] = []
        for part in track.parts {
            guard let first = part.fixes.first, let last = part.fixes.last else { continue }
            if let before = stretches.last, before.upperBound == first {
                stretches[stretches.count - 1] = before.lowerBound...last
            } else {
                stretches.append(first...last)
            }
        }
        return stretches
    }
}
