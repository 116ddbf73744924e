// SPDX-License-Identifier: Apache-2.0
/// Consecutive rows of a matrix X; no others need be in memory: what passes over X work on.
///
/// Their elements are given row after row, `columns` to a row.
package enum RowBlock {
    /// All rows in blocks whose elements stay in a core's second-level cache (about 512 KiB).
    package static func ranges(rows: Int, columns: Int) -> [Range<Int>] {
        let size = max(32, min(2048, 65536 / max(1, columns)))
        return stride(from: 0, to: rows, by: size).map { $0..<min(rows, $0 + size) }
    }

    /// Z = X W^T for the block: W has `outputs` rows, and each starts `stride` elements after the one before. Z is
    /// written row after row, `outputs` to a row.
    package static func multiply(
        _ elements: Span<Double>, rows: Int, columns: Int, transposedWeights: Span<Double>, outputs: Int, stride: Int,
        into result: inout MutableSpan<Double>
    ) {
        BLAS.multiply(
            m: rows, n: outputs, k: columns, a: elements, strideA: columns, transposedB: transposedWeights,
            strideB: stride, c: &result, strideC: outputs)
    }

    /// G += R^T X for the block: R has a row of `outputs` for each of its rows; row j of G starts at j * `stride`.
    package static func addTransposedProduct(
        _ elements: Span<Double>, rows: Int, columns: Int, with residuals: Span<Double>, outputs: Int, stride: Int,
        to result: inout MutableSpan<Double>
    ) {
        BLAS.addTransposedProduct(
            m: outputs, n: columns, k: rows, transposedA: residuals, strideA: outputs, b: elements, strideB: columns,
            c: &result, strideC: stride)
    }
}
