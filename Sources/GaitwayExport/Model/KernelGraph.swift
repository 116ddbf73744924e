// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// At how many of a window's points each kernel answers above its threshold, as steps of a graph.
///
/// Samples and thresholds are whole numbers below 2¹⁵, and so the answers: single precision holds all sums exactly.
enum KernelGraph {
    /// The counts of the kernels of `bank` over `quanta`, 4 × 128, in the kernels' order.
    static func counts(_ quanta: Tensor, _ bank: KernelBank, in builder: GraphBuilder) -> Tensor {
        var parts: [Tensor] = []
        var first = 0
        while first < bank.count {
            // Kernels of one signal and dilation stand side by side, as their numbers rise.
            let leading = bank.kernels[first]
            let group = bank.kernels[first...].prefix {
                $0.signal == leading.signal && $0.taps.dilation == leading.taps.dilation
            }
            let kernels = group.flatMap { kernel in
                (0..<9).map { tap in
                    Float(
                        [kernel.taps.heavyTaps.x, kernel.taps.heavyTaps.y, kernel.taps.heavyTaps.z].contains(tap)
                            ? 2 : -1)
                }
            }
            let thresholds = bank.thresholds[group.indices].map { Float($0) }
            let answers = quanta.at(leading.signal.rawValue, 0)
                .convolved(builder.constant(kernels, [group.count, 1, 9]), dilation: leading.taps.dilation)
            let isAbove = builder.constant(thresholds, [group.count, 1]) < answers
            parts.append(isAbove.number.sum(1).reshaped(group.count))
            first += group.count
        }
        return Tensor.joined(parts, 0)
    }
}
