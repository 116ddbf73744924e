#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The impulse response of a linear-phase low-pass in continuous time, tabulated for a grid.
///
/// A Hamming-windowed sinc over ±`halfWidth` (Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.5):
///
///     h(t) = sinc(2 fc t) (0.54 + 0.46 cos(π t / T)),   |t| < T,   0 elsewhere
///
/// with fc the cut-off (−6 dB) in Hz and T the half-width in seconds. The transition band is 3.3 / (2 T) Hz wide, the
/// stop band is 50 dB down. The scale is left open: ``Resampler`` divides by the sum of the weights.
///
/// A sample reaches the grid points within T on both sides. Their weights depend only on where the sample lies between
/// two grid points, its phase, so the table holds the weights of all its grid points for each of a few hundred phases:
/// a sample reads two neighbouring rows from end to end and interpolates. That is several times faster than to look up
/// each weight by its distance, as rows need no index per weight and fill vectors.
struct LowPassKernel: Sendable {
    /// Phases lie 2^18 ns = 0.26 ms apart, a power of two so that a phase becomes row and fraction by shifts.
    private static let shift: Int64 = 18

    /// How many weights a row holds: 2 T / step for the grid points that a sample reaches, and zeros up to a multiple
    /// of 4.
    let reach: Int
    /// Row after row, four weights in a vector.
    private let rows: [SIMD4<Float>]

    /// The kernel with −6 dB at `cutoff` hertz and a support of ±`halfWidth` nanoseconds, for a grid of `step`.
    init(cutoff: Double, halfWidth: Int64, step: Int64) {
        precondition(cutoff > 0 && halfWidth > 0 && step > 0, "a low-pass needs a positive cut-off, width and step")
        precondition(2 * halfWidth % step == 0, "a low-pass reaches over a whole number of grid steps")
        let points = 2 * halfWidth / step
        let vectors = Int(points + 3) / 4
        reach = 4 * vectors
        // The formula goes on where the last row lies behind the last phase, so that up to there nothing is cut off.
        func weight(_ row: Int64, _ point: Int64) -> Float {
            guard point < points else { return 0 }
            let distance = (row << Self.shift) - halfWidth + point * step
            let time = Double(distance) * 1e-9
            let angle = 2 * Double.pi * cutoff * time
            let sinc = angle == 0 ? 1 : sin(angle) / angle
            return Float(sinc * (0.54 + 0.46 * cos(Double.pi * Double(distance) / Double(halfWidth))))
        }
        // One row more than there are phases below the step, as each is read with the next.
        rows = (0...(step >> Self.shift) + 1).flatMap { row in
            (0..<Int64(vectors)).map { vector in
                let first = 4 * vector
                return SIMD4(
                    weight(row, first), weight(row, first + 1), weight(row, first + 2), weight(row, first + 3))
            }
        }
    }

    /// Writes h at the grid points that a sample reaches to the first ``reach`` elements of `weights`.
    ///
    /// - Parameter phase: how far the first of the grid points lies behind the beginning of the support, in nanoseconds: at
    ///   least 0 and below the step.
    @inline(__always)
    func interpolate(phase: Int64, into weights: inout [SIMD4<Float>]) {
        let vectors = reach / 4
        let low = Int(phase >> Self.shift) * vectors
        let fraction = Float(phase & ((1 << Self.shift) - 1)) * (1 / Float(1 << Self.shift))
        let rows = rows.span
        var weights = weights.mutableSpan
        // With this, no index below is outside.
        precondition(phase >= 0 && low + 2 * vectors <= rows.count, "a phase lies below the grid's step")
        precondition(weights.count == vectors, "the weights have room for what a sample reaches")
        for vector in 0..<vectors {
            let lower = rows.element(low &+ vector)
            weights.set(lower + (rows.element(low &+ vectors &+ vector) - lower) * fraction, at: vector)
        }
    }
}
