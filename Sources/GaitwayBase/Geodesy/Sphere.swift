// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the sines.
internal import Glibc

/// The earth as a sphere, points on it as unit vectors: no seam at the antimeridian and none at the poles.
///
/// The chord between two unit vectors, c = |a - b| = 2 sin(θ/2), grows with the great-circle angle θ, so that the
/// nearest point by chord is the nearest by great circle. Distances are R θ; against the ellipsoid they are off by up
/// to 0.562 %, along the meridian at the equator.
package enum Sphere {
    /// The mean radius of the earth in metres (IUGG, R1 of GRS 80).
    package static let radius = 6_371_008.8

    /// The unit vector of a position in degrees.
    package static func vector(latitude: Double, longitude: Double) -> SIMD3<Double> {
        let north = latitude * (.pi / 180)
        let east = longitude * (.pi / 180)
        return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    /// The great-circle distance in metres of two unit vectors: R atan2(|a × b|, a · b), exact near and far.
    package static func distance(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        let cross = SIMD3(
            first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z,
            first.x * second.y - first.y * second.x)
        return radius * atan2((cross * cross).sum().squareRoot(), (first * second).sum())
    }

    /// The great-circle distance in metres of two positions in degrees, by the haversine formula (R. W. Sinnott,
    /// "Virtues of the haversine", Sky and Telescope 68, 1984).
    package static func distance(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        let phi1 = latitude1 * (.pi / 180)
        let phi2 = latitude2 * (.pi / 180)
        let sinLatitude = sin((phi2 - phi1) / 2)
        let sinLongitude = sin(Longitude.difference(longitude1, longitude2) * (.pi / 180) / 2)
        let half = sinLatitude * sinLatitude + cos(phi1) * cos(phi2) * sinLongitude * sinLongitude
        return 2 * radius * asin(min(1, half.squareRoot()))
    }

    /// The squared chord of a great-circle distance in metres: 4 sin²(d / 2R); 4 beyond half the circumference.
    package static func squaredChord(distance: Double) -> Double {
        let half = sin(min(max(distance, 0) / (2 * radius), .pi / 2))
        return 4 * half * half
    }

    /// The same and a hair more, so that rounding leaves no point within the distance beyond it.
    package static func squaredChord(withinDistance distance: Double) -> Double {
        squaredChord(distance: distance) * (1 + 1e-12) + 1e-24
    }

    /// The great-circle distance in metres of a squared chord; within a nanometre below 100 km, a decimetre at the
    /// antipodes.
    package static func distance(squaredChord: Double) -> Double {
        2 * radius * asin(min(1, squaredChord.squareRoot() / 2))
    }

    /// The position of a vector, in degrees.
    package static func position(_ vector: SIMD3<Double>) -> (latitude: Double, longitude: Double) {
        let level = (vector.x * vector.x + vector.y * vector.y).squareRoot()
        return (atan2(vector.z, level) * (180 / .pi), atan2(vector.y, vector.x) * (180 / .pi))
    }

    /// The position `distance` metres from another in the direction `bearing`, in radians clockwise from north.
    package static func position(
        from latitude: Double, _ longitude: Double, distance: Double, bearing: Double
    ) -> (latitude: Double, longitude: Double) {
        let up = vector(latitude: latitude, longitude: longitude)
        let east = longitude * (.pi / 180)
        let eastward = SIMD3(-sin(east), cos(east), 0)
        let northward = SIMD3(
            up.y * eastward.z - up.z * eastward.y, up.z * eastward.x - up.x * eastward.z,
            up.x * eastward.y - up.y * eastward.x)
        let angle = distance / radius
        let along = northward * cos(bearing) + eastward * sin(bearing)
        return position(up * cos(angle) + along * sin(angle))
    }

    /// The latitude below which `share` of the area between two latitudes lies. A zone's area grows with the sine of
    /// its latitude.
    package static func latitude(below share: Double, of latitudes: ClosedRange<Double>) -> Double {
        let south = sin(latitudes.lowerBound * .pi / 180)
        let north = sin(latitudes.upperBound * .pi / 180)
        return asin(south + (north - south) * share) * 180 / .pi
    }
}
