// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// One window's acceleration and rotation rate, turned so that gravity points along an axis: what spectra and
/// statistics read.
///
/// Turning the samples once gives the vertical signal and the horizontal plane as components of their own. Their powers
/// then add up by lanes, without a difference of large numbers.
struct WindowSignals: Sendable {
    typealias Lanes = SIMD8<Float>

    /// Per grid point |a|, a·u, a·e₁, ω·e₁, then ω·u, 0, a·e₂, ω·e₂; u points along gravity, e₁ and e₂ are level.
    private(set) var components = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    /// Per grid point the signals magnitude, vertical, horizontal and rotation, each in the lane of its
    /// ``MotionSignal``.
    private(set) var values = [SIMD4<Float>](repeating: SIMD4(), count: WindowGrid.count)
    /// Stands for a gyroscope that is missing.
    private let noRotation = [SIMD3<Float>](repeating: SIMD3(), count: WindowGrid.count)

    /// Adds the parts that make up each signal: squares of the components become those of the signals, each in the lane
    /// of its ``MotionSignal``.
    @inline(__always)
    static func joined(_ squares: Lanes) -> SIMD4<Float> {
        let high = squares.highHalf
        return squares.lowHalf + SIMD4(0, 0, high.z, high.w + high.x)
    }

    /// Turns the samples of a window; `vertical` is the unit vector along gravity.
    mutating func compute(acceleration: [SIMD3<Float>], rotationRate: [SIMD3<Float>]?, vertical: SIMD3<Float>) {
        let (first, second) = Self.levelAxes(vertical)
        Self.turn(
            acceleration, rotationRate ?? noRotation, axes: (vertical, first, second), components: &components,
            values: &values)
    }

    /// Turns four samples at a time, with one of their coordinates in each vector, as no product then is with a zero.
    private static func turn(
        _ acceleration: [SIMD3<Float>], _ rotationRate: [SIMD3<Float>],
        axes: (up: SIMD3<Float>, first: SIMD3<Float>, second: SIMD3<Float>), components: inout [Lanes],
        values: inout [SIMD4<Float>]
    ) {
        var components = components.mutableSpan
        var values = values.mutableSpan
        for start in stride(from: 0, to: WindowGrid.count, by: 4) {
            let a = FourSamples(acceleration, at: start)
            let w = FourSamples(rotationRate, at: start)
            let (vertical, first, second) = (a.along(axes.up), a.along(axes.first), a.along(axes.second))
            let (turn, roll, pitch) = (w.along(axes.up), w.along(axes.first), w.along(axes.second))
            let level = first * first + second * second
            let magnitude = (vertical * vertical + level).squareRoot()
            let rotation = (roll * roll + (pitch * pitch + turn * turn)).squareRoot()
            let low = FourSamples.points(magnitude, vertical, first, roll)
            let high = FourSamples.points(turn, SIMD4(), second, pitch)
            let signals = FourSamples.points(magnitude, vertical, level.squareRoot(), rotation)
            components[start] = Lanes(lowHalf: low.0, highHalf: high.0)
            components[start + 1] = Lanes(lowHalf: low.1, highHalf: high.1)
            components[start + 2] = Lanes(lowHalf: low.2, highHalf: high.2)
            components[start + 3] = Lanes(lowHalf: low.3, highHalf: high.3)
            values[start] = signals.0
            values[start + 1] = signals.1
            values[start + 2] = signals.2
            values[start + 3] = signals.3
        }
    }

    /// Two unit vectors at right angles to `up` and to each other (T. Duff et al., Building an Orthonormal Basis,
    /// Revisited, Journal of Computer Graphics Techniques, 2017).
    private static func levelAxes(_ up: SIMD3<Float>) -> (SIMD3<Float>, SIMD3<Float>) {
        let sign: Float = up.z.sign == .minus ? -1 : 1
        let a = -1 / (sign + up.z)
        let b = up.x * up.y * a
        return (SIMD3(1 + sign * up.x * up.x * a, sign * b, -sign * up.x), SIMD3(b, sign + up.y * up.y * a, -up.y))
    }
}

/// Four samples of a sensor, the same coordinate of all in a vector.
private struct FourSamples {
    typealias Lanes = SIMD4<Float>

    var x: Lanes, y: Lanes, z: Lanes

    /// The samples from `start` on.
    @inline(__always)
    init(_ samples: [SIMD3<Float>], at start: Int) {
        let points = Self.points(
            Lanes(samples[start], 0), Lanes(samples[start + 1], 0), Lanes(samples[start + 2], 0),
            Lanes(samples[start + 3], 0))
        (x, y, z) = (points.0, points.1, points.2)
    }

    @inline(__always)
    func along(_ axis: SIMD3<Float>) -> Lanes { x * axis.x + y * axis.y + z * axis.z }

    /// Lane i of each of four vectors makes vector i.
    @inline(__always)
    static func points(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> (Lanes, Lanes, Lanes, Lanes) {
        let first = SIMD8(lowHalf: a, highHalf: b)
        let second = SIMD8(lowHalf: c, highHalf: d)
        let even = SIMD8(lowHalf: first.evenHalf, highHalf: second.evenHalf)
        let odd = SIMD8(lowHalf: first.oddHalf, highHalf: second.oddHalf)
        return (even.evenHalf, odd.evenHalf, even.oddHalf, odd.oddHalf)
    }
}
