/// The routines of ``OpenBLAS`` that this package calls, with every extent checked.
///
/// This is the only file with unsafe access to elements. Matrices are row-major; each function checks that the last element
/// it will touch lies within the span it was given, so a wrong extent traps instead of corrupting memory.
enum BLAS {
    /// The number of elements that `rows` rows with a stride of `stride` take, the last row being `columns` long.
    private static func extent(_ rows: Int, _ columns: Int, _ stride: Int) -> Int {
        precondition(rows >= 0 && columns >= 0 && stride >= columns)
        return rows == 0 || columns == 0 ? 0 : (rows - 1) * stride + columns
    }

    /// C = alpha op(A) op(B) + beta C, with op(A) m x k, op(B) k x n, C m x n.
    static func gemm(
        m: Int, n: Int, k: Int, alpha: Double, a: Span<Double>, strideA: Int, transposingA: Bool,
        b: Span<Double>, strideB: Int, transposingB: Bool, beta: Double, c: inout MutableSpan<Double>,
        strideC: Int
    ) {
        precondition(a.count >= (transposingA ? extent(k, m, strideA) : extent(m, k, strideA)))
        precondition(b.count >= (transposingB ? extent(n, k, strideB) : extent(k, n, strideB)))
        precondition(c.count >= extent(m, n, strideC))
        guard m > 0, n > 0 else { return }
        let routines = OpenBLAS.routines
        c.withUnsafeMutableBufferPointer { c in
            a.withUnsafeBufferPointer { a in
                b.withUnsafeBufferPointer { b in
                    routines.dgemm(
                        OpenBLAS.Option.rowMajor, transposingA ? OpenBLAS.Option.transposed : OpenBLAS.Option.asItIs,
                        transposingB ? OpenBLAS.Option.transposed : OpenBLAS.Option.asItIs, CInt(m), CInt(n), CInt(k),
                        alpha,
                        a.baseAddress, CInt(max(1, strideA)), b.baseAddress, CInt(max(1, strideB)), beta,
                        c.baseAddress, CInt(max(1, strideC)))
                }
            }
        }
    }

    /// The lower triangle of C = alpha A^T A + beta C, with A k x n, and C n x n from element `offsetC` on.
    static func syrk(
        n: Int, k: Int, alpha: Double, a: Span<Double>, strideA: Int, beta: Double,
        c: inout MutableSpan<Double>, offsetC: Int, strideC: Int
    ) {
        precondition(a.count >= extent(k, n, strideA))
        precondition(offsetC >= 0 && c.count >= offsetC + extent(n, n, strideC))
        guard n > 0 else { return }
        let routines = OpenBLAS.routines
        c.withUnsafeMutableBufferPointer { c in
            a.withUnsafeBufferPointer { a in
                routines.dsyrk(
                    OpenBLAS.Option.rowMajor, OpenBLAS.Option.lower, OpenBLAS.Option.transposed, CInt(n), CInt(k),
                    alpha, a.baseAddress,
                    CInt(max(1, strideA)), beta, c.baseAddress.map { $0 + offsetC }, CInt(strideC))
            }
        }
    }

    /// x . y
    static func dot(_ x: Span<Double>, _ y: Span<Double>) -> Double {
        precondition(x.count == y.count)
        let routines = OpenBLAS.routines
        return x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in routines.ddot(CInt(x.count), x.baseAddress, 1, y.baseAddress, 1) }
        }
    }

    /// y += alpha x
    static func axpy(_ alpha: Double, _ x: Span<Double>, _ y: inout MutableSpan<Double>) {
        precondition(x.count == y.count)
        let routines = OpenBLAS.routines
        y.withUnsafeMutableBufferPointer { y in
            x.withUnsafeBufferPointer { x in
                routines.daxpy(CInt(x.count), alpha, x.baseAddress, 1, y.baseAddress, 1)
            }
        }
    }

    /// The Euclidean norm of x, without overflow on the way.
    static func norm(_ x: Span<Double>) -> Double {
        let routines = OpenBLAS.routines
        return x.withUnsafeBufferPointer { x in routines.dnrm2(CInt(x.count), x.baseAddress, 1) }
    }

    /// Factors A = L L^T in place; the row-major lower triangle is LAPACK's column-major upper one, so that nothing
    /// is transposed. Returns 0, or the order of the first leading minor that is not positive.
    static func potrf(n: Int, a: inout MutableSpan<Double>) -> Int {
        precondition(a.count >= extent(n, n, n))
        guard n > 0 else { return 0 }
        let routines = OpenBLAS.routines
        var (triangle, order, stride, minor) = (OpenBLAS.Option.upper, CInt(n), CInt(n), CInt(0))
        a.withUnsafeMutableBufferPointer { a in
            routines.dpotrf(&triangle, &order, a.baseAddress, &stride, &minor)
        }
        return Int(minor)
    }

    /// Solves L L^T X = B in place for `count` right-hand sides, each `n` contiguous elements.
    static func potrs(n: Int, count: Int, factor: Span<Double>, b: inout MutableSpan<Double>) {
        precondition(factor.count >= extent(n, n, n) && b.count == n * count)
        guard n > 0, count > 0 else { return }
        let routines = OpenBLAS.routines
        var (triangle, order, sides) = (OpenBLAS.Option.upper, CInt(n), CInt(count))
        var (strideA, strideB, fault) = (CInt(n), CInt(n), CInt(0))
        b.withUnsafeMutableBufferPointer { b in
            factor.withUnsafeBufferPointer { factor in
                routines.dpotrs(
                    &triangle, &order, &sides, factor.baseAddress, &strideA, b.baseAddress, &strideB, &fault)
            }
        }
    }

    /// Solves L x = b in place.
    static func trsv(n: Int, factor: Span<Double>, b: inout MutableSpan<Double>) {
        precondition(factor.count >= extent(n, n, n) && b.count == n)
        guard n > 0 else { return }
        let routines = OpenBLAS.routines
        b.withUnsafeMutableBufferPointer { b in
            factor.withUnsafeBufferPointer { factor in
                routines.dtrsv(
                    OpenBLAS.Option.rowMajor, OpenBLAS.Option.lower, OpenBLAS.Option.asItIs,
                    OpenBLAS.Option.nonUnitDiagonal, CInt(n), factor.baseAddress,
                    CInt(n), b.baseAddress, 1)
            }
        }
    }
}
