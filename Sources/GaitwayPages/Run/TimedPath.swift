// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The fixes that a drawing needs: who goes straight and evenly from one to the next is never farther than a tolerance
/// from where the phone was at that time.
///
/// The division of D. Douglas and T. Peucker (1973), by the distance at the same time in place of that from the line
/// (N. Meratnia, R. de By, "Spatiotemporal compression techniques for moving point objects", 2004).
enum TimedPath {
    /// A longer stretch is divided first, so that the work stays in proportion to the fixes.
    private static let longestStretch = 4096

    /// The indices of the fixes to keep, the first and the last among them. The fixes are by time.
    ///
    /// - Parameter tolerance: metres.
    static func kept(_ fixes: ArraySlice<Location>, tolerance: Double) -> [Int] {
        guard let first = fixes.indices.first, let last = fixes.indices.last, last > first else {
            return Array(fixes.indices)
        }
        var kept: [Int] = [first]
        var start = first
        while start < last {
            let end = min(last, start + longestStretch)
            divide(fixes, start, end, tolerance, into: &kept)
            start = end
        }
        return kept
    }

    /// Appends what is kept between two fixes, and the second.
    private static func divide(
        _ fixes: ArraySlice<Location>, _ start: Int, _ end: Int, _ tolerance: Double, into kept: inout [Int]
    ) {
        // The stretches that are still to be looked at, the next one last.
        var open = [(start, end)]
        while let (low, high) = open.popLast() {
            if let middle = farthest(fixes, low, high, beyond: tolerance) {
                open.append((middle, high))
                open.append((low, middle))
            } else {
                kept.append(high)
            }
        }
    }

    /// The fix between two others that is farthest from the even way between them, if it is farther than the tolerance.
    private static func farthest(
        _ fixes: ArraySlice<Location>, _ low: Int, _ high: Int, beyond tolerance: Double
    ) -> Int? {
        guard high - low > 1 else { return nil }
        let (from, to) = (fixes[low], fixes[high])
        let scale = Ellipsoid.metresPerDegree(atLatitude: from.latitude)
        let north = to.latitude - from.latitude
        let east = Longitude.difference(from.longitude, to.longitude)
        let length = (to.elapsed - from.elapsed).inSeconds
        var worst = tolerance * tolerance
        var found: Int?
        for index in (low + 1)..<high {
            let fix = fixes[index]
            let share = length > 0 ? (fix.elapsed - from.elapsed).inSeconds / length : 0
            let off = (
                north: (fix.latitude - from.latitude - share * north) * scale.north,
                east: (Longitude.difference(from.longitude, fix.longitude) - share * east) * scale.east
            )
            let square = off.north * off.north + off.east * off.east
            if square > worst { (worst, found) = (square, index) }
        }
        return found
    }
}
