#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The impulse response of a linear-phase low-pass in continuous time, tabulated for samples at any distance.
///
/// A Hamming-windowed sinc over ±`halfWidth` (Oppenheim and Schafer, Discrete-Time Signal Processing, section 7.5):
///
///     h(t) = sinc(2 fc t) (0.54 + 0.46 cos(π t / T)),   |t| < T,   0 elsewhere
///
/// with fc the cut-off (−6 dB) in Hz and T the half-width in seconds. The transition band is 3.3 / (2 T) Hz wide, the
/// stop band is 50 dB down. The scale is left open: ``Resampler`` divides by the sum of the weights.
struct LowPassKernel: Sendable {
    /// A table step is 2^18 ns = 0.26 ms, a power of two so that distance becomes index and fraction by shifts.
    private static let shift: Int64 = 18

    /// Half the support, in nanoseconds.
    let halfWidth: Int64
    /// Value and difference to the next value at each step, so that one look-up serves the interpolation.
    private let table: [SIMD2<Float>]

    /// The kernel with −6 dB at `cutoff` hertz and a support of ±`halfWidth` nanoseconds.
    init(cutoff: Double, halfWidth: Int64) {
        precondition(cutoff > 0 && halfWidth > 0, "a low-pass needs a positive cut-off and width")
        self.halfWidth = halfWidth
        let steps = Int(halfWidth >> Self.shift) + 2
        let width = Double(halfWidth) * 1e-9
        func value(_ step: Int) -> Double {
            let time = Double(Int64(step) << Self.shift) * 1e-9
            guard time < width else { return 0 }
            let angle = 2 * Double.pi * cutoff * time
            let sinc = angle == 0 ? 1 : sin(angle) / angle
            return sinc * (0.54 + 0.46 * cos(Double.pi * time / width))
        }
        table = (0..<steps).map { step in
            SIMD2(Float(value(step)), Float(value(step + 1) - value(step)))
        }
    }

    /// h at a distance of `nanoseconds` (of either sign), by linear interpolation; 0 outside the support.
    @inline(__always)
    func value(at nanoseconds: Int64) -> Float {
        let distance = nanoseconds < 0 ? 0 &- nanoseconds : nanoseconds
        guard distance < halfWidth else { return 0 }
        let entry = table[Int(distance >> Self.shift)]
        let fraction = Float(distance & ((1 << Self.shift) - 1)) * (1 / Float(1 << Self.shift))
        return entry.x + entry.y * fraction
    }
}
