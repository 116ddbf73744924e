// SPDX-License-Identifier: Apache-2.0
/// Arithmetic of longitudes in degrees, also across the antimeridian.
package enum Longitude {
    /// How far east `to` lies of `from`, in -180..<180 degrees.
    package static func difference(_ from: Double, _ to: Double) -> Double {
        let difference = (to - from).truncatingRemainder(dividingBy: 360)
        return difference >= 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }

    /// The longitude at a share of the shorter way between two, 0 at the first. It may lie beyond 180° by as much as
    /// that way.
    package static func between(_ from: Double, _ to: Double, share: Double) -> Double {
        from + share * difference(from, to)
    }

    /// Where the earth is cut open for a map: the western end of the interval that lies east of the widest stretch
    /// without any. East of it, and up to 360° farther, no interval is cut. Nil without an interval.
    ///
    /// - Parameter intervals: western and eastern ends in -180...180 degrees, each west at most its east.
    package static func cut(outside intervals: some Sequence<(west: Double, east: Double)>) -> Double? {
        let sorted = intervals.sorted { $0.west < $1.west }
        guard let first = sorted.first else { return nil }
        var (cut, reach) = (first.west, first.east)
        var widest = first.west + 360 - sorted.reduce(first.east) { max($0, $1.east) }
        for interval in sorted {
            if interval.west - reach > widest { (cut, widest) = (interval.west, interval.west - reach) }
            reach = max(reach, interval.east)
        }
        return cut
    }

    /// A longitude of at most 540° on either side, in -180...180 degrees.
    package static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}
