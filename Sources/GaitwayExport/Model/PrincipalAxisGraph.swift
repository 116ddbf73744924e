// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// The axis along which the acceleration of a window moves most, as steps of a graph: ``PrincipalAxis`` in the order of
/// its operations.
enum PrincipalAxisGraph {
    private static let squarings = 6
    private static let least = Float.leastNormalMagnitude

    /// The axis, 1 × 1 for each of its parts, of samples with a row for each part: 1 × 128.
    static func axis(of samples: [Tensor]) -> [Tensor] {
        let deviations = samples.map { $0 - $0.orderedSum(1) / Float(WindowGrid.count) }
        func spread(_ first: Int, _ second: Int) -> Tensor { (deviations[first] * deviations[second]).orderedSum(1) }
        var power = SymmetricMatrix(
            xx: spread(0, 0), xy: spread(0, 1), xz: spread(0, 2), yy: spread(1, 1), yz: spread(1, 2), zz: spread(2, 2))
        // A power that vanishes stays so, and its axis is replaced at the end.
        var smallest = power.trace
        for _ in 0..<squarings {
            let trace = power.trace
            smallest = smallest.minimum(trace)
            power = power.divided(by: trace.maximum(trace.constant(least))).squared
        }
        let (column, square) = power.longestColumn
        let length = square.squareRoot
        let moves = smallest.minimum(length) > least
        let axis = column.map { $0 / length.maximum(length.constant(least)) }
        let along = deviations[0] * axis[0] + deviations[1] * axis[1] + deviations[2] * axis[2]
        let thirdMoment = (along * along * along).orderedSum(1)
        let sign = 1 - (thirdMoment < 0).number * 2
        return axis.enumerated().map { place, value in moves.select(value * sign, place == 2 ? 1 : 0) }
    }
}

/// A symmetric matrix of three rows, 1 × 1 for each entry.
private struct SymmetricMatrix {
    let xx: Tensor, xy: Tensor, xz: Tensor, yy: Tensor, yz: Tensor, zz: Tensor

    var trace: Tensor { xx + yy + zz }

    func divided(by number: Tensor) -> SymmetricMatrix {
        SymmetricMatrix(
            xx: xx / number, xy: xy / number, xz: xz / number, yy: yy / number, yz: yz / number, zz: zz / number)
    }

    var squared: SymmetricMatrix {
        SymmetricMatrix(
            xx: xx * xx + xy * xy + xz * xz, xy: xy * xx + yy * xy + yz * xz, xz: xz * xx + yz * xy + zz * xz,
            yy: xy * xy + yy * yy + yz * yz, yz: xz * xy + yz * yy + zz * yz, zz: xz * xz + yz * yz + zz * zz)
    }

    /// The first of the longest columns, and the square of its length.
    var longestColumn: ([Tensor], Tensor) {
        let columns = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        func square(_ column: [Tensor]) -> Tensor {
            column[0] * column[0] + column[1] * column[1] + column[2] * column[2]
        }
        return columns.dropFirst().reduce((columns[0], square(columns[0]))) { best, column in
            let own = square(column)
            let isLonger = best.1 < own
            return (zip(column, best.0).map { isLonger.select($0, $1) }, isLonger.select(own, best.1))
        }
    }
}
