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

    /// A longitude of at most 540° on either side, in -180...180 degrees.
    package static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}
