// SPDX-License-Identifier: Apache-2.0
internal import CVectors
internal import GaitwayBase

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
    /// Nanoseconds from one grid point to the next.
    private let step: Int64

    /// The kernel with −6 dB at `cutoff` hertz and a support of ±`halfWidth` nanoseconds, for a grid of `step`.
    init(cutoff: Double, halfWidth: Int64, step: Int64) {
        precondition(cutoff > 0 && halfWidth > 0 && step > 0, "a low-pass needs a positive cut-off, width and step")
        precondition(2 * halfWidth % step == 0, "a low-pass reaches over a whole number of grid steps")
        let points = 2 * halfWidth / step
        let vectors = Int(points + 3) / 4
        reach = 4 * vectors
        self.step = step
        // The formula goes on where the last row lies behind the last phase, so that up to there nothing is cut off.
        func weight(_ row: Int64, _ point: Int64) -> Float {
            guard point < points else { return 0 }
            let distance = (row << Self.shift) - halfWidth + point * step
            let time = Nanoseconds.product(distance)
            let angle = 2 * Double.pi * cutoff * time
            let sinc = angle == 0 ? 1 : sin(angle) / angle
            return Float(sinc * (0.54 + 0.46 * cos(Double.pi * Double(distance) / Double(halfWidth))))
        }
        // One row more than there are phases below the step, as each is read with the next.
        let phases = (0...(step >> Self.shift) + 1).flatMap { row in
            (0..<Int64(vectors)).map { vector in
                let first = 4 * vector
                return SIMD4(weight(row, first), weight(row, first + 1), weight(row, first + 2), weight(row, first + 3))
            }
        }
        // In phase 0 the first point lies where the support begins, with no weight; that of the first row is for the
        // phases behind it.
        var first = Array(phases.prefix(vectors))
        first[0].x = 0
        rows = phases + first + first
    }

    /// What becomes of a value: its products with h belong to ``reach`` grid points, the first of them at `place`.
    ///
    /// - Parameter phase: how far the first of the grid points lies behind the beginning of the support, in
    ///   nanoseconds: at least 0 and below the step.
    @inline(__always)
    func weighed(_ value: SIMD4<Float>, phase: Int64, place: Int) -> WeighedSample {
        // With this, both rows of the sample are inside.
        precondition(phase >= 0 && phase < step, "a phase lies below the grid's step")
        let row = phase == 0 ? (step >> Self.shift) + 2 : phase >> Self.shift
        return WeighedSample(
            value: value, fraction: Float(phase & ((1 << Self.shift) - 1)) * (1 / Float(1 << Self.shift)),
            row: Int32(truncatingIfNeeded: row), place: Int32(truncatingIfNeeded: place))
    }

    /// Adds the first `count` samples, each times h, to the sums of the grid points that they reach. The caller knows
    /// that these lie inside a plane.
    ///
    /// The sums lie in four planes, one for each lane of a value, so that the weights of four points are a vector as
    /// they are, and none has to be copied into all lanes.
    /// - Parameters:
    ///   - plane: how many elements a plane has.
    ///   - isWide: whether the processor has wide vectors.
    @inline(__always)
    func spread(_ samples: [WeighedSample], count: Int, over sums: inout [Float], plane: Int, isWide: Bool) {
        precondition(count <= samples.count && sums.count == 4 &* plane, "samples and sums are as many as was said")
        var sums = sums.mutableSpan
        sums.addProducts(of: samples.span, count: count, rows.span, vectors: reach / 4, plane: plane, isWide: isWide)
    }
}
