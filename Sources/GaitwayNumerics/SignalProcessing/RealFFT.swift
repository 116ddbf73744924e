// SPDX-License-Identifier: Apache-2.0

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
        _ input: [Lanes], real outputReal: inout [Lanes], imaginary outputImaginary: inout [Lanes]
    ) {
        let half = count / 2
        precondition(input.count == count, "an FFT's input must have its count of values")
        precondition(outputReal.count == half + 1 && outputImaginary.count == half + 1, "N/2 + 1 values come out")
        Self.split(input.span, into: &real, and: &imaginary)
        transformComplex()
        var realSpan = outputReal.mutableSpan
        var imaginarySpan = outputImaginary.mutableSpan
        untangle(into: &realSpan, and: &imaginarySpan)
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
        // The first twiddles are 1.
        for offset in 0..<vectors {
            let butterfly = Butterfly(sourceReal, sourceImaginary, at: offset, step: vectors &* quarter)
            targetReal.set(butterfly.zero.real, at: offset)
            targetImaginary.set(butterfly.zero.imaginary, at: offset)
            targetReal.set(butterfly.one.real, at: offset &+ vectors)
            targetImaginary.set(butterfly.one.imaginary, at: offset &+ vectors)
            targetReal.set(butterfly.two.real, at: offset &+ 2 &* vectors)
            targetImaginary.set(butterfly.two.imaginary, at: offset &+ 2 &* vectors)
            targetReal.set(butterfly.three.real, at: offset &+ 3 &* vectors)
            targetImaginary.set(butterfly.three.imaginary, at: offset &+ 3 &* vectors)
        }
        for position in 1..<max(1, quarter) {
            let first = Twiddle(twiddles[position * stride])
            let second = Twiddle(twiddles[2 * position * stride])
            let third = Twiddle(twiddles[3 * position * stride])
            for offset in 0..<vectors {
                let butterfly = Butterfly(
                    sourceReal, sourceImaginary, at: offset &+ vectors &* position, step: vectors &* quarter)
                let one = first * butterfly.one
                let two = second * butterfly.two
                let three = third * butterfly.three
                let target = offset &+ 4 &* vectors &* position
                targetReal.set(butterfly.zero.real, at: target)
                targetImaginary.set(butterfly.zero.imaginary, at: target)
                targetReal.set(one.real, at: target &+ vectors)
                targetImaginary.set(one.imaginary, at: target &+ vectors)
                targetReal.set(two.real, at: target &+ 2 &* vectors)
                targetImaginary.set(two.imaginary, at: target &+ 2 &* vectors)
                targetReal.set(three.real, at: target &+ 3 &* vectors)
                targetImaginary.set(three.imaginary, at: target &+ 3 &* vectors)
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
                targetImaginary[target + vectors] = differenceReal * twiddle.y + differenceImaginary * twiddle.x
            }
        }
    }

    /// Parts the transform Z of z[n] = x[2n] + i x[2n+1] into that of x, with M = N/2:
    ///
    ///     X[k] = (Z[k] + conj Z[M−k]) / 2 − i exp(−2πi k / N) (Z[k] − conj Z[M−k]) / 2
    private func untangle(into outputReal: inout MutableSpan<Lanes>, and outputImaginary: inout MutableSpan<Lanes>) {
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

/// Complex numbers, one in each lane.
private typealias Complex = (real: SIMD4<Float>, imaginary: SIMD4<Float>)

/// A transform of four values, before the twiddles.
private struct Butterfly {
    let zero: Complex, one: Complex, two: Complex, three: Complex

    /// Of the values at `first` and three times `step` further on, which the caller knows to lie in the spans.
    @inline(__always)
    init(_ real: Span<SIMD4<Float>>, _ imaginary: Span<SIMD4<Float>>, at first: Int, step: Int) {
        let aReal = real.element(first)
        let aImaginary = imaginary.element(first)
        let bReal = real.element(first &+ step)
        let bImaginary = imaginary.element(first &+ step)
        let cReal = real.element(first &+ 2 &* step)
        let cImaginary = imaginary.element(first &+ 2 &* step)
        let dReal = real.element(first &+ 3 &* step)
        let dImaginary = imaginary.element(first &+ 3 &* step)
        let sum: Complex = (aReal + cReal, aImaginary + cImaginary)
        let difference: Complex = (aReal - cReal, aImaginary - cImaginary)
        let otherSum: Complex = (bReal + dReal, bImaginary + dImaginary)
        // −i (b − d), as the forward transform turns clockwise.
        let turned: Complex = (bImaginary - dImaginary, dReal - bReal)
        zero = (sum.real + otherSum.real, sum.imaginary + otherSum.imaginary)
        one = (difference.real + turned.real, difference.imaginary + turned.imaginary)
        two = (sum.real - otherSum.real, sum.imaginary - otherSum.imaginary)
        three = (difference.real - turned.real, difference.imaginary - turned.imaginary)
    }
}

/// A root of unity, in all lanes.
private struct Twiddle {
    private let real: SIMD4<Float>
    private let imaginary: SIMD4<Float>

    @inline(__always)
    init(_ root: SIMD2<Float>) {
        real = SIMD4(repeating: root.x)
        imaginary = SIMD4(repeating: root.y)
    }

    @inline(__always)
    static func * (twiddle: Twiddle, value: Complex) -> Complex {
        (
            value.real * twiddle.real - value.imaginary * twiddle.imaginary,
            value.real * twiddle.imaginary + value.imaginary * twiddle.real
        )
    }
}
