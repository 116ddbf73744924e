// SPDX-License-Identifier: Apache-2.0
import CProducts

/// The same routines as ``BLAS`` has, with every sum in one order, whatever the processor and whatever else runs.
///
/// The order follows from the extents alone. Vectors of 2, 4 or 8 numbers compute as many sums side by side, and each
/// sum in the same order; nothing is fused. Square roots and quotients are rounded as IEEE 754 has it. So the results
/// are the same bits everywhere.
///
/// This file and `BLAS.swift` have unsafe access to elements; the extents are checked there.
struct FixedOrder: @unchecked Sendable {
    typealias Elements = UnsafePointer<Double>
    typealias Results = UnsafeMutablePointer<Double>

    /// The routines for the widest vectors that the processor has.
    static let widest: FixedOrder = {
        for lanes in [8, 4] {
            if let routines = FixedOrder(lanes: lanes) { return routines }
        }
        return FixedOrder(routines: gaitway_products_of(2).pointee)
    }()

    private static let panel = Int(truncatingIfNeeded: GAITWAY_PANEL)
    /// How many columns a product has at most whose sums are all kept in registers.
    static let fewColumns = panel
    /// How many columns a step of a factorisation takes.
    private static let step = 128

    /// C functions without state, which any thread may call.
    private let routines: gaitway_products

    private init(routines: gaitway_products) { self.routines = routines }

    /// The routines for vectors of `lanes` numbers; nil if this processor has none.
    init?(lanes: Int) {
        guard let routines = gaitway_products_of(CInt(lanes)) else { return nil }
        self.init(routines: routines.pointee)
    }

    /// C = A B^T, with A m x k, B n x k, C m x n.
    func multiply(
        m: Int, n: Int, k: Int, a: Elements, strideA: Int, transposedB b: Elements, strideB: Int, c: Results,
        strideC: Int
    ) {
        let width = Self.panel
        var panel = [Double](repeating: 0, count: k * width)
        var products = [Double](repeating: 0, count: m * width)
        for first in stride(from: 0, to: n, by: width) {
            let count = min(width, n - first)
            for row in 0..<k {
                for column in 0..<count { panel[row * width + column] = b[(first + column) * strideB + row] }
                for column in count..<width { panel[row * width + column] = 0 }
            }
            routines.rows_times_panel(m, k, a, strideA, panel, &products)
            for row in 0..<m {
                for column in 0..<count { c[row * strideC + first + column] = products[row * width + column] }
            }
        }
    }

    /// C += A^T B, with A k x m, B k x n, C m x n.
    func addTransposedProduct(
        m: Int, n: Int, k: Int, transposedA a: Elements, strideA: Int, b: Elements, strideB: Int, c: Results,
        strideC: Int
    ) {
        routines.add_transposed(k, m, n, a, strideA, b, strideB, c, strideC)
    }

    /// The lower triangle of C += alpha A^T A, with A k x n and C n x n.
    func addGram(n: Int, k: Int, alpha: Double, a: Elements, strideA: Int, c: Results, strideC: Int) {
        let width = Self.panel
        let panels = Panels(count: (n + width - 1) / width, rows: k) { panel, row, column in
            let place = panel * width + column
            return place < n ? a[row * strideA + place] : 0
        }
        addLowerTriangle(panels, order: n, alpha: alpha, to: c, stride: strideC)
    }

    func dot(_ count: Int, _ x: Elements, _ y: Elements) -> Double { routines.dot(count, x, y) }

    /// y += factor x
    func add(_ count: Int, _ factor: Double, _ x: Elements, to y: Results) { routines.add(count, factor, x, y) }

    /// The Euclidean norm of x, without overflow on the way; NaN if there is one.
    func norm(_ x: Span<Double>) -> Double {
        let largest = Vector.largestMagnitude(x)
        guard largest > 0, largest.isFinite else { return largest }
        // A power of two changes no digit.
        let scale = Double(sign: .plus, exponent: largest.exponent, significand: 1)
        var sum = 0.0
        for index in x.indices {
            let value = x[index] / scale
            sum += value * value
        }
        return scale * sum.squareRoot()
    }

    /// Factors A = L L^T in place, in the lower triangle; returns 0, or the order of the first leading minor that is
    /// not positive.
    ///
    /// Columns are taken a step at a time: a square on the diagonal is factored, the rows below it are solved for, and
    /// their product with themselves is taken from what remains.
    func factor(n: Int, a: Results) -> Int {
        for first in stride(from: 0, to: n, by: Self.step) {
            let count = min(Self.step, n - first)
            for row in first..<n {
                let own = a + row * n + first
                for column in 0..<min(count, row - first + 1) {
                    let above = a + (first + column) * n + first
                    let rest = own[column] - dot(column, own, above)
                    if row == first + column {
                        guard rest > 0 else { return row + 1 }
                        own[column] = rest.squareRoot()
                    } else {
                        own[column] = rest / above[column]
                    }
                }
            }
            let next = first + count
            guard next < n else { return 0 }
            let width = Self.panel
            let panels = Panels(count: (n - next + width - 1) / width, rows: count) { panel, row, column in
                let place = next + panel * width + column
                return place < n ? a[place * n + first + row] : 0
            }
            addLowerTriangle(panels, order: n - next, alpha: -1, to: a + next * n + next, stride: n)
        }
        return 0
    }

    /// Solves L x = b in place.
    func solveLower(n: Int, factor: Elements, b: Results) {
        for row in 0..<n {
            let own = factor + row * n
            b[row] = (b[row] - dot(row, own, b)) / own[row]
        }
    }

    /// Solves L^T x = b in place.
    func solveTransposed(n: Int, factor: Elements, b: Results) {
        for row in (0..<n).reversed() {
            let own = factor + row * n
            b[row] /= own[row]
            add(row, -b[row], own, to: b)
        }
    }

    /// The columns of a matrix, eight at a time, zeros behind the last.
    private struct Panels {
        let count: Int
        let rows: Int
        let elements: [Double]

        init(count: Int, rows: Int, element: (_ panel: Int, _ row: Int, _ column: Int) -> Double) {
            self.count = count
            self.rows = rows
            let width = FixedOrder.panel
            elements = [Double](unsafeUninitializedCapacity: count * rows * width) { buffer, filled in
                var place = 0
                for panel in 0..<count {
                    for row in 0..<rows {
                        for column in 0..<width {
                            buffer.initializeElement(at: place, to: element(panel, row, column))
                            place += 1
                        }
                    }
                }
                filled = place
            }
        }
    }

    /// Adds alpha P^T P to a lower triangle, P being the matrix that the panels hold.
    private func addLowerTriangle(_ panels: Panels, order: Int, alpha: Double, to c: Results, stride: Int) {
        let width = Self.panel
        let size = panels.rows * width
        withUnsafeTemporaryAllocation(of: Double.self, capacity: width * width) { tile in
            panels.elements.withUnsafeBufferPointer { elements in
                guard let sums = tile.baseAddress, let start = elements.baseAddress else { return }
                for lower in 0..<panels.count {
                    for upper in 0...lower {
                        routines.tile(panels.rows, start + lower * size, start + upper * size, sums)
                        for i in 0..<min(width, order - lower * width) {
                            let row = lower * width + i
                            let target = c + row * stride + upper * width
                            for j in 0..<min(width, row - upper * width + 1) {
                                target[j] += alpha * sums[i * width + j]
                            }
                        }
                    }
                }
            }
        }
    }
}
