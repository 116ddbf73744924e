// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the sines and the arc.
import Glibc

/// A rotation in space as a unit quaternion (w, v): it turns x into x + 2 v × (v × x + w x).
struct Rotation: Sendable, Hashable {
    var scalar: Double
    var vector: SIMD3<Double>

    static let identity = Rotation(scalar: 1, vector: .zero)

    init(scalar: Double, vector: SIMD3<Double>) {
        self.scalar = scalar
        self.vector = vector
    }

    /// A turn by `angle` radians about the unit vector `axis`, by the right-hand rule.
    init(angle: Double, axis: SIMD3<Double>) {
        scalar = cos(angle / 2)
        vector = sin(angle / 2) * axis
    }

    /// Roll about forward, then pitch about left, then yaw about up: Rz(yaw) Ry(pitch) Rx(roll).
    init(roll: Double, pitch: Double, yaw: Double) {
        self =
            Rotation(angle: yaw, axis: SIMD3(0, 0, 1)) * Rotation(angle: pitch, axis: SIMD3(0, 1, 0))
            * Rotation(angle: roll, axis: SIMD3(1, 0, 0))
    }

    var inverse: Rotation { Rotation(scalar: scalar, vector: -vector) }

    /// First `right`, then `left`.
    static func * (left: Rotation, right: Rotation) -> Rotation {
        Rotation(
            scalar: left.scalar * right.scalar - dot(left.vector, right.vector),
            vector: left.scalar * right.vector + right.scalar * left.vector + cross(left.vector, right.vector)
        )
    }

    func callAsFunction(_ x: SIMD3<Double>) -> SIMD3<Double> {
        x + 2 * cross(vector, cross(vector, x) + scalar * x)
    }

    /// The rotation vector: the unit axis times the angle in radians, the angle at most π.
    var logarithm: SIMD3<Double> {
        let sine = dot(vector, vector).squareRoot()
        guard sine > 1e-12 else { return 2 * vector }
        let positive = scalar < 0 ? -1.0 : 1.0
        return (positive * 2 * atan2(sine, abs(scalar)) / sine) * vector
    }

    /// The rotation on the shortest way from here to `other`, the share `share` of the way along (Shoemake 1985).
    func interpolated(to other: Rotation, share: Double) -> Rotation {
        let way = (inverse * other).logarithm
        let angle = dot(way, way).squareRoot()
        guard angle > 1e-12 else { return self }
        return self * Rotation(angle: angle * share, axis: way / angle)
    }
}

/// The scalar product.
func dot(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double { (left * right).sum() }

/// The vector product.
func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
        left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z,
        left.x * right.y - left.y * right.x)
}
