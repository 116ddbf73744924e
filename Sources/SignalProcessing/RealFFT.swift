#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The discrete Fourier transform of eight real signals at once, one in each lane of a vector.
///
///     X[k] = Σₙ x[n] exp(−2πi k n / N),   k = 0…N/2,   N a power of two, at least 8
///
/// The N real values are taken as N/2 complex ones, transformed by a Stockham autosort FFT of radix 4 (with one pass of
/// radix 2 where N/2 is not a power of 4), and untangled (Van Loan, Computational Frameworks for the Fast Fourier
/// Transform, 1992, sections 1.7 and 4.3). Lanes never mix, so a signal's spectrum does not depend on its neighbours.
public struct RealFFT: Sendable {
    /// Eight signals' values at one time, or eight spectra's parts at one frequency.
    public typealias Lanes = SIMD8<Float>

    /// N, the number of real values per signal.
    public let count: Int
    /// exp(−2πi j / (N/2)) for j in 0..<N/2, as (cos, −sin).
    private let twiddles: [SIMD2<Float>]
    /// exp(−2πi k / N) for k in 0...N/4, for the untangling.
    private let untangling: [SIMD2<Float>]
    private var real: [Lanes]
    private var imaginary: [Lanes]
    private var otherReal: [Lanes]
    private var otherImaginary: [Lanes]

    /// A transform of `count` values, a power of two of at least 8.
    public init(count: Int) {
        precondition(count >= 8 && count & (count - 1) == 0, "an FFT needs a power of two, at least 8")
        self.count = count
        let half = count / 2
        func root(_ index: Int, of order: Int) -> SIMD2<Float> {
            let angle = -2 * Double.pi * Double(index) / Double(order)
            return SIMD2(Float(cos(angle)), Float(sin(angle)))
        }
        twiddles = (0..<half).map { root($0, of: half) }
        untangling = (0...half / 2).map { root($0, of: count) }
        real = Array(repeating: Lanes(), count: half)
        imaginary = real
        otherReal = real
        otherImaginary = real
    }

    /// Transforms `input` (N values per lane) into the real and imaginary parts of X[0]…X[N/2] (N/2 + 1 values each).
    public mutating func transform(
        _ input: Span<Lanes>, real outputReal: inout MutableSpan<Lanes>,
        imaginary outputImaginary: inout MutableSpan<Lanes>
    ) {
        let half = count / 2
        precondition(input.count == count, "an FFT's input must have its count of values")
        precondition(
            outputReal.count == half + 1 && outputImaginary.count == half + 1, "N/2 + 1 values come out")
        for index in 0..<half {
            real[index] = input[2 * index]
            imaginary[index] = input[2 * index + 1]
        }
        transformComplex()
        untangle(into: &outputReal, and: &outputImaginary)
    }

    /// The complex transform of `real` and `imaginary` in place; each pass writes to the other pair of buffers.
    private mutating func transformComplex() {
        var length = count / 2
        var stride = 1
        while length > 1 {
            let radix = length % 4 == 0 ? 4 : 2
            if radix == 4 {
                Self.passOfRadix4(
                    length: length, stride: stride, twiddles: twiddles, real, imaginary, &otherReal,
                    &otherImaginary)
            } else {
                Self.passOfRadix2(
                    length: length, stride: stride, twiddles: twiddles, real, imaginary, &otherReal,
                    &otherImaginary)
            }
            swap(&real, &otherReal)
            swap(&imaginary, &otherImaginary)
            length /= radix
            stride *= radix
        }
    }

    /// One decimation-in-frequency pass: `stride` interleaved transforms of `length`, split into four each.
    private static func passOfRadix4(
        length: Int, stride: Int, twiddles: [SIMD2<Float>], _ sourceReal: [Lanes], _ sourceImaginary: [Lanes],
        _ targetReal: inout [Lanes], _ targetImaginary: inout [Lanes]
    ) {
        let twiddles = twiddles.span
        let sourceReal = sourceReal.span
        let sourceImaginary = sourceImaginary.span
        var targetReal = targetReal.mutableSpan
        var targetImaginary = targetImaginary.mutableSpan
        let quarter = length / 4
        for position in 0..<quarter {
            let first = twiddles[position * stride]
            let second = twiddles[2 * position * stride]
            let third = twiddles[3 * position * stride]
            for offset in 0..<stride {
                let a = offset + stride * position
                let b = a + stride * quarter
                let c = b + stride * quarter
                let d = c + stride * quarter
                let sumReal = sourceReal[a] + sourceReal[c]
                let sumImaginary = sourceImaginary[a] + sourceImaginary[c]
                let differenceReal = sourceReal[a] - sourceReal[c]
                let differenceImaginary = sourceImaginary[a] - sourceImaginary[c]
                let otherSumReal = sourceReal[b] + sourceReal[d]
                let otherSumImaginary = sourceImaginary[b] + sourceImaginary[d]
                // −i (b − d), as the forward transform turns clockwise.
                let turnedReal = sourceImaginary[b] - sourceImaginary[d]
                let turnedImaginary = sourceReal[d] - sourceReal[b]
                let target = offset + 4 * stride * position
                targetReal[target] = sumReal + otherSumReal
                targetImaginary[target] = sumImaginary + otherSumImaginary
                let oneReal = differenceReal + turnedReal
                let oneImaginary = differenceImaginary + turnedImaginary
                targetReal[target + stride] = oneReal * first.x - oneImaginary * first.y
                targetImaginary[target + stride] = oneReal * first.y + oneImaginary * first.x
                let twoReal = sumReal - otherSumReal
                let twoImaginary = sumImaginary - otherSumImaginary
                targetReal[target + 2 * stride] = twoReal * second.x - twoImaginary * second.y
                targetImaginary[target + 2 * stride] = twoReal * second.y + twoImaginary * second.x
                let threeReal = differenceReal - turnedReal
                let threeImaginary = differenceImaginary - turnedImaginary
                targetReal[target + 3 * stride] = threeReal * third.x - threeImaginary * third.y
                targetImaginary[target + 3 * stride] = threeReal * third.y + threeImaginary * third.x
            }
        }
    }

    /// One pass that splits each transform of `length` into two.
    private static func passOfRadix2(
        length: Int, stride: Int, twiddles: [SIMD2<Float>], _ sourceReal: [Lanes], _ sourceImaginary: [Lanes],
        _ targetReal: inout [Lanes], _ targetImaginary: inout [Lanes]
    ) {
        let twiddles = twiddles.span
        let sourceReal = sourceReal.span
        let sourceImaginary = sourceImaginary.span
        var targetReal = targetReal.mutableSpan
        var targetImaginary = targetImaginary.mutableSpan
        let half = length / 2
        for position in 0..<half {
            let twiddle = twiddles[position * stride]
            for offset in 0..<stride {
                let a = offset + stride * position
                let b = a + stride * half
                let target = offset + 2 * stride * position
                targetReal[target] = sourceReal[a] + sourceReal[b]
                targetImaginary[target] = sourceImaginary[a] + sourceImaginary[b]
                let differenceReal = sourceReal[a] - sourceReal[b]
                let differenceImaginary = sourceImaginary[a] - sourceImaginary[b]
                targetReal[target + stride] = differenceReal * twiddle.x - differenceImaginary * twiddle.y
                targetImaginary[target + stride] =
                    differenceReal * twiddle.y + differenceImaginary * twiddle.x
            }
        }
    }

    /// Parts the transform Z of z[n] = x[2n] + i x[2n+1] into that of x, with M = N/2:
    ///
    ///     X[k] = (Z[k] + conj Z[M−k]) / 2 − i exp(−2πi k / N) (Z[k] − conj Z[M−k]) / 2
    private func untangle(
        into outputReal: inout MutableSpan<Lanes>, and outputImaginary: inout MutableSpan<Lanes>
    ) {
        let half = count / 2
        let sourceReal = real.span
        let sourceImaginary = imaginary.span
        let twiddles = untangling.span
        outputReal[0] = sourceReal[0] + sourceImaginary[0]
        outputImaginary[0] = Lanes()
        outputReal[half] = sourceReal[0] - sourceImaginary[0]
        outputImaginary[half] = Lanes()
        for index in 1...half / 2 {
            let mirror = half - index
            let evenReal = (sourceReal[index] + sourceReal[mirror]) * 0.5
            let evenImaginary = (sourceImaginary[index] - sourceImaginary[mirror]) * 0.5
            let oddReal = (sourceImaginary[index] + sourceImaginary[mirror]) * 0.5
            let oddImaginary = (sourceReal[mirror] - sourceReal[index]) * 0.5
            let twiddle = twiddles[index]
            let turnedReal = oddReal * twiddle.x - oddImaginary * twiddle.y
            let turnedImaginary = oddReal * twiddle.y + oddImaginary * twiddle.x
            outputReal[index] = evenReal + turnedReal
            outputImaginary[index] = evenImaginary + turnedImaginary
            outputReal[mirror] = evenReal - turnedReal
            outputImaginary[mirror] = turnedImaginary - evenImaginary
        }
    }
}
