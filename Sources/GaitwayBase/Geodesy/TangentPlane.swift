// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the tangent.
internal import Glibc

/// The plane that touches the sphere at a point, onto which other points are projected from the sphere's centre:
/// q = u / (u·c) - c, with unit vectors u and c.
///
/// In this gnomonic projection great circles are straight lines, and circles around c stay circles, of radius tan(r/R).
/// So the crossing of a straight way and a circle is a quadratic equation, at the poles as elsewhere. See J. P. Snyder,
/// "Map projections: a working manual", USGS Professional Paper 1395, 1987, section 22.
package struct TangentPlane: Sendable {
    /// Where the plane touches: a unit vector.
    @usableFromInline let center: SIMD3<Double>

    /// Points farther away are not projected, as a hemisphere has no room in the plane. This is the cosine of 84°, or
    /// 9,370 km.
    @usableFromInline static let leastCosine = 0.1
    /// No circle is taken to be wider, in radians: at a right angle the tangent has no value.
    private static let widestAngle = 1.5

    /// The plane at a position, in degrees.
    package init(latitude: Double, longitude: Double) {
        center = Sphere.vector(latitude: latitude, longitude: longitude)
    }

    /// The plane at a unit vector.
    package init(center: SIMD3<Double>) { self.center = center }

    /// The projected point of a vector of any length, 0 at the centre; nil for one that is more than 84° away.
    @inlinable package func projected(unscaled vector: SIMD3<Double>) -> SIMD3<Double>? {
        let cosine = (vector * center).sum()
        let square = (vector * vector).sum()
        return cosine > 0 && cosine * cosine > Self.leastCosine * Self.leastCosine * square
            ? vector / cosine - center : nil
    }

    /// The projected point, 0 at the centre; nil for one that is more than 84° away.
    @inlinable package func projected(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        let cosine = (vector * center).sum()
        return cosine > Self.leastCosine ? vector / cosine - center : nil
    }

    /// The squared radius in the plane of a circle around the centre, whose radius on the sphere is given in metres.
    package static func squaredRadius(ofCircle radius: Double) -> Double {
        let tangent = tan(min(radius / Sphere.radius, widestAngle))
        return tangent * tangent
    }
}
