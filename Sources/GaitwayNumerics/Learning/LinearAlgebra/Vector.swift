// SPDX-License-Identifier: Apache-2.0
package enum Vector {
    /// The sum of x_i y_i.
    package static func dot(_ x: Span<Double>, _ y: Span<Double>) -> Double { BLAS.dot(x, y) }

    /// y += factor x
    package static func add(_ factor: Double, times x: Span<Double>, to y: inout MutableSpan<Double>) {
        BLAS.axpy(factor, x, &y)
    }

    /// The Euclidean norm, without overflow on the way.
    package static func norm(_ x: Span<Double>) -> Double { BLAS.norm(x) }

    /// The largest absolute value; 0 of nothing, NaN if there is one.
    package static func largestMagnitude(_ x: Span<Double>) -> Double {
        var largest = 0.0
        for index in x.indices {
            let magnitude = x[index].magnitude
            if magnitude.isNaN { return magnitude }
            if magnitude > largest { largest = magnitude }
        }
        return largest
    }
}
