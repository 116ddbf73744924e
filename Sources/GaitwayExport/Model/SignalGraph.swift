// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// A window's samples turned so that gravity points along an axis, and the four signals, as steps of a graph. Without
/// gravity, the axis of most motion takes its place.
///
/// The formulas and the order of their operations are those of the feature extractor: single precision then gives the
/// same bits, and what is rounded to quanta or compared comes out the same.
struct SignalGraph {
    /// Per grid point |a|, a·u, a·e₁, a·e₂, ω·u, ω·e₁, ω·e₂: 7 × 128.
    let components: Tensor
    /// The signals magnitude, vertical, horizontal and rotation: 4 × 128.
    let values: Tensor
    /// True for a window without gyroscope: 1.
    let rotationIsMissing: Tensor
    /// The unit gravity, an axis each: 1 × 1.
    let gravity: [Tensor]
    /// The unit gravity of both halves, an axis each: 1 × 1.
    let halves: [[Tensor]]

    /// The signals of `acceleration` (m/s²) and `rotation` (rad/s, NaN where there is none), 128 × 3 each.
    init(acceleration: Tensor, rotation: Tensor, hasGravity: Bool, in builder: GraphBuilder) {
        let count = WindowGrid.count
        let missing = rotation.isNotANumber.number.reshaped(1, 3 * count).greatest(1) > 0.5
        rotationIsMissing = missing.reshaped(1)
        let turning = missing.select(0, rotation)
        func axes(_ samples: Tensor) -> [Tensor] { (0..<3).map { samples.at($0, 1).reshaped(1, count) } }
        let a = axes(acceleration)
        let w = axes(turning)

        let sums = a.map { $0.reshaped(2, count / 2).orderedSum(1) }
        halves = [0, 1].map { half in Self.unit(sums.map { $0.at(half, 0) }) }
        let u = hasGravity ? Self.unit(sums.map { $0.at(0, 0) + $0.at(1, 0) }) : PrincipalAxisGraph.axis(of: a)
        gravity = u
        let (first, second) = Self.levelAxes(u)
        func along(_ axis: [Tensor], _ samples: [Tensor]) -> Tensor {
            axis[0] * samples[0] + axis[1] * samples[1] + axis[2] * samples[2]
        }
        let vertical = along(u, a)
        let level = [along(first, a), along(second, a)]
        let turns = [along(u, w), along(first, w), along(second, w)]
        let verticalSquare = vertical * vertical
        let levelSquare = level[0] * level[0] + level[1] * level[1]
        let magnitude = (verticalSquare + levelSquare).squareRoot
        let rotationRate = (turns[1] * turns[1] + (turns[2] * turns[2] + turns[0] * turns[0])).squareRoot
        values = Tensor.joined([magnitude, vertical, levelSquare.squareRoot, rotationRate], 0)
        components = Tensor.joined([magnitude, vertical, level[0], level[1], turns[0], turns[1], turns[2]], 0)
    }

    /// The vector's direction; up the z axis for a vector without one.
    static func unit(_ vector: [Tensor]) -> [Tensor] {
        let length = (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]).squareRoot
        let hasDirection = length > 1e-3
        return vector.enumerated().map { axis, value in hasDirection.select(value / length, axis == 2 ? 1 : 0) }
    }

    /// Two unit vectors at right angles to `up` and to each other, as the extractor chooses them.
    private static func levelAxes(_ up: [Tensor]) -> ([Tensor], [Tensor]) {
        let (x, y, z) = (up[0], up[1], up[2])
        let sign = 1 - (z < 0).number * 2
        let a = -1 / (sign + z)
        let b = x * y * a
        return ([1 + sign * x * x * a, sign * b, 0 - sign * x], [b, sign + y * y * a, 0 - y])
    }
}
