// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Distances on the WGS 84 ellipsoid, which maps of a day are measured with. Positions are in degrees.
///
/// The constants are those of NIMA TR 8350.2, "Department of Defense World Geodetic System 1984", third edition, 2000.
package enum Ellipsoid {
    /// Semi-major axis, in metres.
    static let equatorialRadius = 6_378_137.0
    /// Flattening (a - b) / a, without a unit.
    static let flattening = 1 / 298.257_223_563
    /// First eccentricity squared.
    static let eccentricitySquared = flattening * (2 - flattening)
    static let radiansPerDegree = Double.pi / 180
    /// Metres, rounded down: no degree of latitude is shorter. The shortest, at the equator, has 110,574 m.
    package static let leastMetresPerDegree = 110_000.0

    /// Metres per degree of latitude and of longitude at a latitude, from the radii of curvature of the
    /// meridian and of the prime vertical: M = a(1-e²)/(1-e² sin² φ)^(3/2), N = a/(1-e² sin² φ)^(1/2).
    package static func metresPerDegree(atLatitude latitude: Double) -> (north: Double, east: Double) {
        let sine = sin(latitude * radiansPerDegree)
        let squared = 1 - eccentricitySquared * sine * sine
        let prime = equatorialRadius / squared.squareRoot()
        let meridian = prime * (1 - eccentricitySquared) / squared
        return (meridian * radiansPerDegree, prime * cos(latitude * radiansPerDegree) * radiansPerDegree)
    }

    /// Metres between two points by the radii of curvature at their middle latitude.
    ///
    /// Within 0.01 % up to 10 km and 0.1 % up to 100 km below 70° of latitude; ``distance(_:_:_:_:)`` is
    /// exact and slower.
    package static func shortDistance(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        let scale = metresPerDegree(atLatitude: (latitude1 + latitude2) / 2)
        let north = (latitude2 - latitude1) * scale.north
        let east = Longitude.difference(longitude1, longitude2) * scale.east
        return (north * north + east * east).squareRoot()
    }

    /// The length of the geodesic between two points, in metres.
    ///
    /// Vincenty's inverse formula (Survey Review XXIII 176, 1975), within a millimetre. Between points that are
    /// nearly antipodal it does not converge; there the great circle of the mean radius is given (within 0.6 %).
    package static func distance(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        if latitude1 == latitude2 && longitude1 == longitude2 { return 0 }
        let semiMinor = equatorialRadius * (1 - flattening)
        let longitude = Longitude.difference(longitude1, longitude2) * radiansPerDegree
        let reduced1 = atan((1 - flattening) * tan(latitude1 * radiansPerDegree))
        let reduced2 = atan((1 - flattening) * tan(latitude2 * radiansPerDegree))
        let (sin1, cos1) = (sin(reduced1), cos(reduced1))
        let (sin2, cos2) = (sin(reduced2), cos(reduced2))
        var lambda = longitude
        for _ in 0..<100 {
            let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
            let cross = cos1 * sin2 - sin1 * cos2 * cosLambda
            let sinSigma = (cos2 * sinLambda * cos2 * sinLambda + cross * cross).squareRoot()
            if sinSigma == 0 { return 0 }
            let cosSigma = sin1 * sin2 + cos1 * cos2 * cosLambda
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cos1 * cos2 * sinLambda / sinSigma
            let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
            let cosMiddle = cosSquaredAlpha > 1e-15 ? cosSigma - 2 * sin1 * sin2 / cosSquaredAlpha : 0
            let factor = flattening / 16 * cosSquaredAlpha * (4 + flattening * (4 - 3 * cosSquaredAlpha))
            let previous = lambda
            lambda =
                longitude + (1 - factor) * flattening * sinAlpha
                * (sigma + factor * sinSigma * (cosMiddle + factor * cosSigma * (-1 + 2 * cosMiddle * cosMiddle)))
            if lambda.magnitude > .pi { break }
            guard (lambda - previous).magnitude < 1e-12 else { continue }
            let squared =
                cosSquaredAlpha * (equatorialRadius * equatorialRadius - semiMinor * semiMinor)
                / (semiMinor * semiMinor)
            let bigA = 1 + squared / 16384 * (4096 + squared * (-768 + squared * (320 - 175 * squared)))
            let bigB = squared / 1024 * (256 + squared * (-128 + squared * (74 - 47 * squared)))
            let middle2 = cosMiddle * cosMiddle
            let correction =
                bigB * sinSigma
                * (cosMiddle + bigB / 4
                    * (cosSigma * (-1 + 2 * middle2)
                        - bigB / 6 * cosMiddle * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * middle2)))
            return semiMinor * bigA * (sigma - correction)
        }
        return Sphere.distance(latitude1, longitude1, latitude2, longitude2)
    }

    /// A box of degrees that holds the circle of `radius` metres around a position. It may reach beyond 90° and beyond
    /// 180°.
    package static func box(
        around latitude: Double, _ longitude: Double, radius: Double
    ) -> (south: Double, north: Double, west: Double, east: Double) {
        let height = radius / leastMetresPerDegree
        // Degrees of longitude are shortest at the edge that is nearest to a pole. At a pole a circle may hold all
        // longitudes.
        let shrinkage = cos(min(90, latitude.magnitude + height) * .pi / 180)
        let width = min(360, height / max(shrinkage, 1e-9))
        return (latitude - height, latitude + height, longitude - width, longitude + width)
    }
}
