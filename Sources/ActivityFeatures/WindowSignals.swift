/// One window's acceleration and rotation rate, turned so that gravity points along an axis: what spectra and statistics
/// read.
///
/// Turning the samples once gives the vertical signal and the horizontal plane as components of their own. Their powers
/// then add up by lanes, without a difference of large numbers.
struct WindowSignals: Sendable {
    typealias Lanes = SIMD8<Float>

    /// What one unit along an axis of the phone adds to the components.
    private typealias Column = (acceleration: Lanes, rotation: Lanes)

    /// Per grid point |a|, a·u, a·e₁, ω·e₁, then ω·u, 0, a·e₂, ω·e₂; u points along gravity, e₁ and e₂ are level.
    private(set) var components = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    /// Per grid point the signals magnitude, vertical, horizontal and rotation, each in the lane of its ``MotionSignal``.
    private(set) var values = [SIMD4<Float>](repeating: SIMD4(), count: WindowGrid.count)
    /// Stands for a gyroscope that is missing.
    private let noRotation = [SIMD3<Float>](repeating: SIMD3(), count: WindowGrid.count)

    /// Adds the parts that make up each signal: squares of the components become those of the signals, each in the lane of
    /// its ``MotionSignal``.
    @inline(__always)
    static func joined(_ squares: Lanes) -> SIMD4<Float> {
        let high = squares.highHalf
        return squares.lowHalf + SIMD4(0, 0, high.z, high.w + high.x)
    }

    /// Turns the samples of a window; `vertical` is the unit vector along gravity.
    mutating func compute(acceleration: [SIMD3<Float>], rotationRate: [SIMD3<Float>]?, vertical: SIMD3<Float>) {
        let (first, second) = Self.levelAxes(vertical)
        // The columns of the turns, so that a sample's axes are multiplied with whole vectors.
        func column(_ axis: Int) -> Column {
            (
                Lanes(0, vertical[axis], first[axis], 0, 0, 0, second[axis], 0),
                Lanes(0, 0, 0, first[axis], vertical[axis], 0, 0, second[axis])
            )
        }
        Self.turn(
            acceleration, rotationRate ?? noRotation, x: column(0), y: column(1), z: column(2), components: &components,
            values: &values)
    }

    private static func turn(
        _ acceleration: [SIMD3<Float>], _ rotationRate: [SIMD3<Float>], x: Column, y: Column, z: Column,
        components: inout [Lanes], values: inout [SIMD4<Float>]
    ) {
        var components = components.mutableSpan
        var values = values.mutableSpan
        for index in 0..<WindowGrid.count {
            let a = acceleration[index]
            let w = rotationRate[index]
            var value = x.acceleration * a.x + y.acceleration * a.y + z.acceleration * a.z
            value += x.rotation * w.x + y.rotation * w.y + z.rotation * w.z
            var squares = joined(value * value)
            squares.x = squares.y + squares.z
            var signals = squares.squareRoot()
            value[0] = signals.x
            signals.y = value[1]
            components[index] = value
            values[index] = signals
        }
    }

    /// Two unit vectors at right angles to `up` and to each other (T. Duff et al., Building an Orthonormal Basis,
    /// Revisited, Journal of Computer Graphics Techniques, 2017).
    private static func levelAxes(_ up: SIMD3<Float>) -> (SIMD3<Float>, SIMD3<Float>) {
        let sign: Float = up.z.sign == .minus ? -1 : 1
        let a = -1 / (sign + up.z)
        let b = up.x * up.y * a
        return (
            SIMD3(1 + sign * up.x * up.x * a, sign * b, -sign * up.x), SIMD3(b, sign + up.y * up.y * a, -up.y)
        )
    }
}
