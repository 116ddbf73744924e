// SPDX-License-Identifier: Apache-2.0
/// The routines of ``OpenBLAS`` that this package calls, or those of ``FixedOrder`` where ``Arithmetic`` asks for them,
/// with every extent checked.
///
/// This file and `FixedOrder.swift` have unsafe access to elements. Matrices are row-major; each function checks that
/// the last element it will touch lies within the span it was given, so a wrong extent traps instead of corrupting
/// memory.
enum BLAS {
    /// The routines that sum in one order, where these are asked for.
    private static var fixedOrder: FixedOrder? { Arithmetic.fixedOrder }

    /// The routines for a product with `count` columns: with few, those that sum in one order take half the time of
    /// OpenBLAS's, which are made for wide ones.
    private static func routines(columns count: Int) -> FixedOrder? {
        count <= FixedOrder.fewColumns ? .widest : fixedOrder
    }

    /// The number of elements that `rows` rows with a stride of `stride` take, the last row being `columns` long.
    private static func extent(_ rows: Int, _ columns: Int, _ stride: Int) -> Int {
        precondition(rows >= 0 && columns >= 0 && stride >= columns)
        return rows == 0 || columns == 0 ? 0 : (rows - 1) * stride + columns
    }

    /// C = A B^T, with A m x k, B n x k, C m x n.
    static func multiply(
        m: Int, n: Int, k: Int, a: Span<Double>, strideA: Int, transposedB b: Span<Double>, strideB: Int,
        c: inout MutableSpan<Double>, strideC: Int
    ) {
        precondition(a.count >= extent(m, k, strideA) && b.count >= extent(n, k, strideB))
        precondition(c.count >= extent(m, n, strideC))
        guard m > 0, n > 0 else { return }
        guard k > 0 else {
            for row in 0..<m { for column in 0..<n { c[row * strideC + column] = 0 } }
            return
        }
        product(
            by: routines(columns: n), m: m, n: n, k: k, a: a, strideA: strideA, transposingA: false, b: b,
            strideB: strideB, beta: 0, c: &c, strideC: strideC
        ) { routines, a, b, c in
            routines.multiply(
                m: m, n: n, k: k, a: a, strideA: strideA, transposedB: b, strideB: strideB, c: c, strideC: strideC)
        }
    }

    /// C += A^T B, with A k x m, B k x n, C m x n.
    static func addTransposedProduct(
        m: Int, n: Int, k: Int, transposedA a: Span<Double>, strideA: Int, b: Span<Double>, strideB: Int,
        c: inout MutableSpan<Double>, strideC: Int
    ) {
        precondition(a.count >= extent(k, m, strideA) && b.count >= extent(k, n, strideB))
        precondition(c.count >= extent(m, n, strideC))
        guard m > 0, n > 0, k > 0 else { return }
        product(
            by: routines(columns: m), m: m, n: n, k: k, a: a, strideA: strideA, transposingA: true, b: b,
            strideB: strideB, beta: 1, c: &c, strideC: strideC
        ) { routines, a, b, c in
            routines.addTransposedProduct(
                m: m, n: n, k: k, transposedA: a, strideA: strideA, b: b, strideB: strideB, c: c, strideC: strideC)
        }
    }

    /// C = A B^T + beta C, or, with `transposingA`, A^T B + beta C: by `inFixedOrder` if there are such routines. The
    /// extents are checked, and none is 0.
    private static func product(
        by fixedOrder: FixedOrder?, m: Int, n: Int, k: Int, a: Span<Double>, strideA: Int, transposingA: Bool,
        b: Span<Double>, strideB: Int, beta: Double, c: inout MutableSpan<Double>, strideC: Int,
        inFixedOrder: (FixedOrder, FixedOrder.Elements, FixedOrder.Elements, FixedOrder.Results) -> Void
    ) {
        let (asItIs, transposed) = (OpenBLAS.Option.asItIs, OpenBLAS.Option.transposed)
        c.withUnsafeMutableBufferPointer { c in
            a.withUnsafeBufferPointer { a in
                b.withUnsafeBufferPointer { b in
                    if let fixedOrder, let a = a.baseAddress, let b = b.baseAddress, let c = c.baseAddress {
                        inFixedOrder(fixedOrder, a, b, c)
                    } else {
                        OpenBLAS.routines.dgemm(
                            OpenBLAS.Option.rowMajor, transposingA ? transposed : asItIs,
                            transposingA ? asItIs : transposed, CInt(m), CInt(n), CInt(k), 1, a.baseAddress,
                            CInt(max(1, strideA)), b.baseAddress, CInt(max(1, strideB)), beta, c.baseAddress,
                            CInt(max(1, strideC)))
                    }
                }
            }
        }
    }

    /// The lower triangle of C += alpha A^T A, with A k x n, and C n x n from element `offsetC` on.
    static func addGram(
        n: Int, k: Int, alpha: Double, a: Span<Double>, strideA: Int, c: inout MutableSpan<Double>, offsetC: Int,
        strideC: Int
    ) {
        precondition(a.count >= extent(k, n, strideA))
        precondition(offsetC >= 0 && c.count >= offsetC + extent(n, n, strideC))
        guard n > 0, k > 0 else { return }
        c.withUnsafeMutableBufferPointer { c in
            a.withUnsafeBufferPointer { a in
                if let fixedOrder, let a = a.baseAddress, let c = c.baseAddress {
                    fixedOrder.addGram(
                        n: n, k: k, alpha: alpha, a: a, strideA: strideA, c: c + offsetC, strideC: strideC)
                } else {
                    OpenBLAS.routines.dsyrk(
                        OpenBLAS.Option.rowMajor, OpenBLAS.Option.lower, OpenBLAS.Option.transposed, CInt(n), CInt(k),
                        alpha, a.baseAddress, CInt(max(1, strideA)), 1, c.baseAddress.map { $0 + offsetC },
                        CInt(strideC))
                }
            }
        }
    }

    static func dot(_ x: Span<Double>, _ y: Span<Double>) -> Double {
        precondition(x.count == y.count)
        return x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                if let fixedOrder {
                    guard let first = x.baseAddress, let second = y.baseAddress else { return 0 }
                    return fixedOrder.dot(x.count, first, second)
                }
                return OpenBLAS.routines.ddot(CInt(x.count), x.baseAddress, 1, y.baseAddress, 1)
            }
        }
    }

    /// y += alpha x
    static func axpy(_ alpha: Double, _ x: Span<Double>, _ y: inout MutableSpan<Double>) {
        precondition(x.count == y.count)
        y.withUnsafeMutableBufferPointer { y in
            x.withUnsafeBufferPointer { x in
                if let fixedOrder {
                    guard let from = x.baseAddress, let to = y.baseAddress else { return }
                    fixedOrder.add(x.count, alpha, from, to: to)
                } else {
                    OpenBLAS.routines.daxpy(CInt(x.count), alpha, x.baseAddress, 1, y.baseAddress, 1)
                }
            }
        }
    }

    /// The Euclidean norm of x, without overflow on the way.
    static func norm(_ x: Span<Double>) -> Double {
        if let fixedOrder { return fixedOrder.norm(x) }
        let routines = OpenBLAS.routines
        return x.withUnsafeBufferPointer { x in routines.dnrm2(CInt(x.count), x.baseAddress, 1) }
    }

    /// Factors A = L L^T in place; the row-major lower triangle is LAPACK's column-major upper one, so that nothing
    /// is transposed. Returns 0, or the order of the first leading minor that is not positive.
    static func potrf(n: Int, a: inout MutableSpan<Double>) -> Int {
        precondition(a.count >= extent(n, n, n))
        guard n > 0 else { return 0 }
        return a.withUnsafeMutableBufferPointer { a in
            if let fixedOrder, let a = a.baseAddress { return fixedOrder.factor(n: n, a: a) }
            var (triangle, order, stride, minor) = (OpenBLAS.Option.upper, CInt(n), CInt(n), CInt(0))
            OpenBLAS.routines.dpotrf(&triangle, &order, a.baseAddress, &stride, &minor)
            return Int(truncatingIfNeeded: minor)
        }
    }

    /// Solves L L^T X = B in place for `count` right-hand sides, each `n` contiguous elements.
    static func potrs(n: Int, count: Int, factor: Span<Double>, b: inout MutableSpan<Double>) {
        precondition(factor.count >= extent(n, n, n) && b.count == n * count)
        guard n > 0, count > 0 else { return }
        b.withUnsafeMutableBufferPointer { b in
            factor.withUnsafeBufferPointer { factor in
                if let fixedOrder, let factor = factor.baseAddress, let b = b.baseAddress {
                    for side in 0..<count {
                        fixedOrder.solveLower(n: n, factor: factor, b: b + side * n)
                        fixedOrder.solveTransposed(n: n, factor: factor, b: b + side * n)
                    }
                } else {
                    var (triangle, order, sides) = (OpenBLAS.Option.upper, CInt(n), CInt(count))
                    var (strideA, strideB, fault) = (CInt(n), CInt(n), CInt(0))
                    OpenBLAS.routines.dpotrs(
                        &triangle, &order, &sides, factor.baseAddress, &strideA, b.baseAddress, &strideB, &fault)
                }
            }
        }
    }

    /// Replaces A by the eigenvectors of A v = lambda B v, one a row, in the order of the rising eigenvalues that are
    /// written to `values`; B is replaced by its factor. Only the lower triangles are read. Returns LAPACK's `info`: 0,
    /// or more than n where B is not positive definite, or else the number of values that did not converge.
    static func sygv(
        n: Int, a: inout MutableSpan<Double>, b: inout MutableSpan<Double>, values: inout MutableSpan<Double>
    ) -> Int {
        precondition(a.count == extent(n, n, n) && b.count == a.count && values.count == n)
        guard n > 0 else { return 0 }
        // LAPACK asks for 3 n - 1 at least; blocks of 64 columns take (64 + 2) n.
        var work = [Double](repeating: 0, count: 66 * n)
        return a.withUnsafeMutableBufferPointer { a in
            b.withUnsafeMutableBufferPointer { b in
                values.withUnsafeMutableBufferPointer { values in
                    var (kind, order, strideA, strideB) = (CInt(1), CInt(n), CInt(n), CInt(n))
                    var (size, info) = (CInt(work.count), CInt(0))
                    var (vectors, triangle) = (OpenBLAS.Option.vectors, OpenBLAS.Option.upper)
                    OpenBLAS.routines.dsygv(
                        &kind, &vectors, &triangle, &order, a.baseAddress, &strideA, b.baseAddress, &strideB,
                        values.baseAddress, &work, &size, &info)
                    return Int(truncatingIfNeeded: info)
                }
            }
        }
    }

    /// Solves L x = b in place.
    static func trsv(n: Int, factor: Span<Double>, b: inout MutableSpan<Double>) {
        precondition(factor.count >= extent(n, n, n) && b.count == n)
        guard n > 0 else { return }
        b.withUnsafeMutableBufferPointer { b in
            factor.withUnsafeBufferPointer { factor in
                if let fixedOrder, let factor = factor.baseAddress, let b = b.baseAddress {
                    fixedOrder.solveLower(n: n, factor: factor, b: b)
                } else {
                    OpenBLAS.routines.dtrsv(
                        OpenBLAS.Option.rowMajor, OpenBLAS.Option.lower, OpenBLAS.Option.asItIs,
                        OpenBLAS.Option.nonUnitDiagonal, CInt(n), factor.baseAddress,
                        CInt(n), b.baseAddress, 1)
                }
            }
        }
    }
}
