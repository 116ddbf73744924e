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
package struct RealFFT: Sendable {
    /// Eight signals' values at one time, or eight spectra's parts at one frequency.
    package typealias Lanes = SIMD8<Float>

    /// N, the number of real values per signal.
    package let count: Int
    /// exp(−2πi j / (N/2)) for j in 0..<N/2, as (cos, −sin).
    private let twiddles: [SIMD2<Float>]
    /// exp(−2πi k / N) for k in 0...N/4, for the untangling.
    private let untangling: [SIMD2<Float>]
    /// Two vectors of four lanes for each complex value: a butterfly of eight lanes would need more registers than the
    /// baseline processor has, so the halves of the lanes are transformed like two interleaved signals.
    private var real: [SIMD4<Float>]
    private var imaginary: [SIMD4<Float>]
    private var otherReal: [SIMD4<Float>]
    private var otherImaginary: [SIMD4<Float>]

    /// A transform of `count` values, a power of two of at least 8.
    package init(count: Int) {
        precondition(count >= 8 && count & (count - 1) == 0, "an FFT needs a power of two, at least 8")
        self.count = count
        let half = count / 2
        func root(_ index: Int, of order: Int) -> SIMD2<Float> {
            let angle = -2 * Double.pi * Double(index) / Double(order)
            return SIMD2(Float(cos(angle)), Float(sin(angle)))
        }
        twiddles = (0..<half).map { root($0, of: half) }
        untangling = (0...half / 2).map { root($0, of: count) }
        real = Array(repeating: SIMD4(), count: 2 * half)
        imaginary = real
        otherReal = real
        otherImaginary = real
    }

    /// Transforms `input` (N values per lane) into the real and imaginary parts of X[0]…X[N/2] (N/2 + 1 values each).
    package mutating func transform(
        _ input: Span<Lanes>, real outputReal: inout MutableSpan<Lanes>,
        imaginary outputImaginary: inout MutableSpan<Lanes>
    ) {
        let half = count / 2
        precondition(input.count == count, "an FFT's input must have its count of values")
        precondition(
            outputReal.count == half + 1 && outputImaginary.count == half + 1, "N/2 + 1 values come out")
        Self.split(input, into: &real, and: &imaginary)
        transformComplex()
        untangle(into: &outputReal, and: &outputImaginary)
    }

    /// Takes even values as real parts, odd ones as imaginary parts.
    private static func split(
        _ input: Span<Lanes>, into real: inout [SIMD4<Float>], and imaginary: inout [SIMD4<Float>]
    ) {
        precondition(real.count == input.count && imaginary.count == input.count, "two vectors for each complex value")
        var real = real.mutableSpan
        var imaginary = imaginary.mutableSpan
        for index in stride(from: 0, to: input.count, by: 2) {
            let even = input.element(index)
            let odd = input.element(index + 1)
            real.set(even.lowHalf, at: index)
            real.set(even.highHalf, at: index + 1)
            imaginary.set(odd.lowHalf, at: index)
            imaginary.set(odd.highHalf, at: index + 1)
        }
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
        length: Int, stride: Int, twiddles: [SIMD2<Float>], _ sourceReal: [SIMD4<Float>],
        _ sourceImaginary: [SIMD4<Float>], _ targetReal: inout [SIMD4<Float>], _ targetImaginary: inout [SIMD4<Float>]
    ) {
        // Each index below is offset + 2 stride × a number below length, and 2 stride × length is the buffers' count.
        precondition(2 * length * stride == sourceReal.count && sourceImaginary.count == sourceReal.count)
        precondition(targetReal.count == sourceReal.count && targetImaginary.count == sourceReal.count)
        let twiddles = twiddles.span
        let sourceReal = sourceReal.span
        let sourceImaginary = sourceImaginary.span
        var targetReal = targetReal.mutableSpan
        var targetImaginary = targetImaginary.mutableSpan
        let quarter = length / 4
        let vectors = 2 * stride
        for position in 0..<quarter {
            let first = twiddles[position * stride]
            let second = twiddles[2 * position * stride]
            let third = twiddles[3 * position * stride]
            for offset in 0..<vectors {
                let a = offset &+ vectors &* position
                let b = a &+ vectors &* quarter
                let c = b &+ vectors &* quarter
                let d = c &+ vectors &* quarter
                let aReal = sourceReal.element(a)
                let aImaginary = sourceImaginary.element(a)
                let bReal = sourceReal.element(b)
                let bImaginary = sourceImaginary.element(b)
                let cReal = sourceReal.element(c)
                let cImaginary = sourceImaginary.element(c)
                let dReal = sourceReal.element(d)
                let dImaginary = sourceImaginary.element(d)
                let sumReal = aReal + cReal
                let sumImaginary = aImaginary + cImaginary
                let differenceReal = aReal - cReal
                let differenceImaginary = aImaginary - cImaginary
                let otherSumReal = bReal + dReal
                let otherSumImaginary = bImaginary + dImaginary
                // −i (b − d), as the forward transform turns clockwise.
                let turnedReal = bImaginary - dImaginary
                let turnedImaginary = dReal - bReal
                let target = offset &+ 4 &* vectors &* position
                targetReal.set(sumReal + otherSumReal, at: target)
                targetImaginary.set(sumImaginary + otherSumImaginary, at: target)
                let oneReal = differenceReal + turnedReal
                let oneImaginary = differenceImaginary + turnedImaginary
                targetReal.set(oneReal * first.x - oneImaginary * first.y, at: target &+ vectors)
                targetImaginary.set(oneReal * first.y + oneImaginary * first.x, at: target &+ vectors)
                let twoReal = sumReal - otherSumReal
                let twoImaginary = sumImaginary - otherSumImaginary
                targetReal.set(twoReal * second.x - twoImaginary * second.y, at: target &+ 2 &* vectors)
                targetImaginary.set(twoReal * second.y + twoImaginary * second.x, at: target &+ 2 &* vectors)
                let threeReal = differenceReal - turnedReal
                let threeImaginary = differenceImaginary - turnedImaginary
                targetReal.set(threeReal * third.x - threeImaginary * third.y, at: target &+ 3 &* vectors)
                targetImaginary.set(threeReal * third.y + threeImaginary * third.x, at: target &+ 3 &* vectors)
            }
        }
    }

    /// One pass that splits each transform of `length` into two.
    private static func passOfRadix2(
        length: Int, stride: Int, twiddles: [SIMD2<Float>], _ sourceReal: [SIMD4<Float>],
        _ sourceImaginary: [SIMD4<Float>], _ targetReal: inout [SIMD4<Float>], _ targetImaginary: inout [SIMD4<Float>]
    ) {
        let twiddles = twiddles.span
        let sourceReal = sourceReal.span
        let sourceImaginary = sourceImaginary.span
        var targetReal = targetReal.mutableSpan
        var targetImaginary = targetImaginary.mutableSpan
        let half = length / 2
        let vectors = 2 * stride
        for position in 0..<half {
            let twiddle = twiddles[position * stride]
            for offset in 0..<vectors {
                let a = offset + vectors * position
                let b = a + vectors * half
                let target = offset + 2 * vectors * position
                targetReal[target] = sourceReal[a] + sourceReal[b]
                targetImaginary[target] = sourceImaginary[a] + sourceImaginary[b]
                let differenceReal = sourceReal[a] - sourceReal[b]
                let differenceImaginary = sourceImaginary[a] - sourceImaginary[b]
                targetReal[target + vectors] = differenceReal * twiddle.x - differenceImaginary * twiddle.y
                targetImaginary[target + vectors] =
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
        let twiddles = untangling.span
        let zero = value(0)
        outputReal[0] = zero.real + zero.imaginary
        outputImaginary[0] = Lanes()
        outputReal[half] = zero.real - zero.imaginary
        outputImaginary[half] = Lanes()
        for index in 1...half / 2 {
            let mirror = half - index
            let (real, imaginary) = value(index)
            let (mirrorReal, mirrorImaginary) = value(mirror)
            let evenReal = (real + mirrorReal) * 0.5
            let evenImaginary = (imaginary - mirrorImaginary) * 0.5
            let oddReal = (imaginary + mirrorImaginary) * 0.5
            let oddImaginary = (mirrorReal - real) * 0.5
            let twiddle = twiddles[index]
            let turnedReal = oddReal * twiddle.x - oddImaginary * twiddle.y
            let turnedImaginary = oddReal * twiddle.y + oddImaginary * twiddle.x
            outputReal[index] = evenReal + turnedReal
            outputImaginary[index] = evenImaginary + turnedImaginary
            outputReal[mirror] = evenReal - turnedReal
            outputImaginary[mirror] = turnedImaginary - evenImaginary
        }
    }

    /// Z[k], its lanes joined again.
    @inline(__always)
    private func value(_ index: Int) -> (real: Lanes, imaginary: Lanes) {
        (
            Lanes(lowHalf: real[2 * index], highHalf: real[2 * index + 1]),
            Lanes(lowHalf: imaginary[2 * index], highHalf: imaginary[2 * index + 1])
        )
    }
}
