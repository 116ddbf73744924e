/// Counts at how many places of a signal each of several kernels answers above a threshold, sixteen places at a time.
///
/// Sums are of 16 bits: with samples within ±``largestSample`` none can overflow.
package struct KernelCounter: Sendable {
    /// The largest magnitude of a sample: a kernel's answer weighs samples by 12 in all.
    package static let largestSample: Int16 = 2730

    /// How many samples a signal has, a multiple of 16.
    package let count: Int
    /// Zeros before and behind the signal, as far as the widest kernel reaches.
    private let margin: Int
    /// The signal between the margins, and three times its values.
    private var signal: [Int16]
    private var tripled: [Int16]
    /// The sums over all taps, of the dilation at hand.
    private var totals: [SIMD8<Int16>]

    /// A counter for signals of `count` samples and kernels of at most this dilation.
    package init(count: Int, largestDilation: Int) {
        precondition(count % 16 == 0, "sixteen places are counted at a time")
        self.count = count
        margin = 4 * largestDilation
        signal = [Int16](repeating: 0, count: count + 2 * margin)
        tripled = signal
        totals = [SIMD8<Int16>](repeating: SIMD8(), count: count / 8)
    }

    /// Takes the signal that the next counts are of: `count` samples from `first` on, each within ±``largestSample``.
    package mutating func load(_ samples: Span<Int16>, from first: Int) {
        for index in 0..<count {
            let sample = samples[first + index]
            signal[margin + index] = sample
            tripled[margin + index] = 3 &* sample
        }
    }

    /// Takes the dilation that the next counts are of.
    package mutating func dilate(by dilation: Int) {
        precondition(dilation > 0 && 4 * dilation <= margin, "the counter was made for smaller dilations")
        Self.addTaps(of: signal, from: margin, dilation: dilation, to: &totals)
    }

    private static func addTaps(
        of signal: [Int16], from margin: Int, dilation: Int, to totals: inout [SIMD8<Int16>]
    ) {
        let signal = signal.span
        for block in totals.indices {
            let place = margin + 8 * block
            // Every tap is within 4 dilations, and so inside the margins.
            var sum = SIMD8<Int16>()
            for tap in -4...4 { sum &+= signal.eight(place + tap * dilation) }
            totals[block] = sum
        }
    }

    /// Sets each count of `range` to how many places there are at which the kernel, of the dilation at hand, answers above its
    /// threshold.
    package func count(
        _ kernels: Span<DilatedKernel>, above thresholds: Span<Int16>, range: Range<Int>,
        into counts: inout MutableSpan<UInt8>
    ) {
        let signal = tripled.span
        let totals = totals.span
        for index in range {
            let kernel = kernels[index]
            let limit = SIMD8(repeating: thresholds[index])
            var first = (kernel.heavyTaps.x &- 4) &* kernel.dilation &+ margin
            var second = (kernel.heavyTaps.y &- 4) &* kernel.dilation &+ margin
            var third = (kernel.heavyTaps.z &- 4) &* kernel.dilation &+ margin
            var (even, odd) = (SIMD8<Int16>(), SIMD8<Int16>())
            var block = 0
            // Two blocks a turn, of which there is an even number. Every tap is within 4 dilations, and so inside the margins.
            while block < totals.count {
                let one = signal.eight(first) &+ signal.eight(second) &+ signal.eight(third)
                even &-= (one &- totals.element(block)).exceeding(limit)
                let other = signal.eight(first &+ 8) &+ signal.eight(second &+ 8) &+ signal.eight(third &+ 8)
                odd &-= (other &- totals.element(block &+ 1)).exceeding(limit)
                first &+= 16
                second &+= 16
                third &+= 16
                block &+= 2
            }
            counts[index] = UInt8(truncatingIfNeeded: (even &+ odd).wrappedSum())
        }
    }
}
