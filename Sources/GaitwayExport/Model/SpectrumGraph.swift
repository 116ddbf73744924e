// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// The spectra of a window, as steps of a graph.
///
/// A matrix product or ONNX's DFT would sum in another order than the extractor's FFT. Where two bins are as strong,
/// another bin would then be the peak, and its frequency is a feature. So the FFT's three passes stand here one by one:
/// sums and products of whole tensors, which give the extractor's bits, and cost less than the matrix product.
struct SpectrumGraph {
    /// The powers of magnitude, vertical, horizontal and rotation in the bins 1 ... 63: 4 × 63.
    let power: Tensor
    /// The real and imaginary parts of the components in the bins 1 ... 63: 7 × 63.
    let real: Tensor
    let imaginary: Tensor

    /// The spectra of `components`, 7 × 128.
    init(_ components: Tensor, in builder: GraphBuilder) {
        let count = WindowGrid.count
        let half = count / 2
        let lanes = components.shape[0]
        let hann = HannWindow(count: count)
        let mean = components.orderedSum(1) / Float(count)
        let input = ((components - mean) * builder.constant(hann.values, [1, count])).reshaped(lanes, half, 2)
        var value = Complex(real: input.at(0, 2).reshaped(lanes, half), imaginary: input.at(1, 2).reshaped(lanes, half))
        var length = half
        while length > 1 {
            value = Self.pass(value, length: length, stride: half / length, in: builder)
            length /= 4
        }
        (real, imaginary) = Self.untangled(value, in: builder)
        let squares = real * real + imaginary * imaginary
        let horizontal = squares.at(2, 0) + squares.at(3, 0)
        let rotation = squares.at(5, 0) + (squares.at(6, 0) + squares.at(4, 0))
        power = Tensor.joined([squares.at(0, 0), squares.at(1, 0), horizontal, rotation], 0) * hann.powerScale
    }

    private struct Complex {
        var real: Tensor
        var imaginary: Tensor

        static func + (left: Complex, right: Complex) -> Complex {
            Complex(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
        }

        static func - (left: Complex, right: Complex) -> Complex {
            Complex(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
        }

        func turned(by root: (real: Tensor, imaginary: Tensor)) -> Complex {
            Complex(
                real: real * root.real - imaginary * root.imaginary,
                imaginary: real * root.imaginary + imaginary * root.real)
        }
    }

    /// exp(−2πi j / order) for the numbers j, in single precision.
    private static func roots(
        _ numbers: [Int], of order: Int, _ shape: [Int], in builder: GraphBuilder
    ) -> (real: Tensor, imaginary: Tensor) {
        let angles = numbers.map { -2 * Double.pi * Double($0) / Double(order) }
        return (
            builder.constant(angles.map { Float(cos($0)) }, shape),
            builder.constant(angles.map { Float(sin($0)) }, shape)
        )
    }

    /// A pass of radix 4 of Stockham's FFT: `stride` interleaved transforms of `length`, split into four each.
    private static func pass(_ source: Complex, length: Int, stride: Int, in builder: GraphBuilder) -> Complex {
        let quarter = length / 4
        let lanes = source.real.shape[0]
        func part(_ number: Int) -> Complex {
            func part(_ tensor: Tensor) -> Tensor {
                tensor.slice(1, number * quarter * stride..<(number + 1) * quarter * stride)
                    .reshaped(lanes, quarter, stride)
            }
            return Complex(real: part(source.real), imaginary: part(source.imaginary))
        }
        let (a, b, c, d) = (part(0), part(1), part(2), part(3))
        let sum = a + c
        let difference = a - c
        let otherSum = b + d
        let turned = Complex(real: b.imaginary - d.imaginary, imaginary: d.real - b.real)
        func root(_ number: Int) -> (real: Tensor, imaginary: Tensor) {
            roots((0..<quarter).map { number * $0 * stride }, of: WindowGrid.count / 2, [1, quarter, 1], in: builder)
        }
        let parts = [
            sum + otherSum, (difference + turned).turned(by: root(1)), (sum - otherSum).turned(by: root(2)),
            (difference - turned).turned(by: root(3)),
        ]
        // Stockham's order: position, part, stride.
        func woven(_ tensors: [Tensor]) -> Tensor { Tensor.joined(tensors, 2).reshaped(lanes, length * stride) }
        return Complex(real: woven(parts.map(\.real)), imaginary: woven(parts.map(\.imaginary)))
    }

    /// The bins 1 ... 63 of the real signal from the complex transform of its even and odd samples.
    private static func untangled(_ value: Complex, in builder: GraphBuilder) -> (Tensor, Tensor) {
        let half = WindowGrid.count / 2
        let places = Array(1...half / 2)
        let mirrors = places.map { half - $0 }
        let (real, imaginary) = (value.real.gather(1, places), value.imaginary.gather(1, places))
        let (mirrorReal, mirrorImaginary) = (value.real.gather(1, mirrors), value.imaginary.gather(1, mirrors))
        let even = Complex(real: (real + mirrorReal) * 0.5, imaginary: (imaginary - mirrorImaginary) * 0.5)
        let odd = Complex(real: (imaginary + mirrorImaginary) * 0.5, imaginary: (mirrorReal - real) * 0.5)
        let turned = odd.turned(by: roots(places, of: WindowGrid.count, [1, places.count], in: builder))
        // The middle bin is its own mirror, and comes from the second half.
        let reversed = Array(places.indices.reversed())
        func joined(_ first: Tensor, _ second: Tensor) -> Tensor {
            Tensor.joined([first.slice(1, 0..<places.count - 1), second.gather(1, reversed)], 1)
        }
        return (
            joined(even.real + turned.real, even.real - turned.real),
            joined(even.imaginary + turned.imaginary, turned.imaginary - even.imaginary)
        )
    }
}
