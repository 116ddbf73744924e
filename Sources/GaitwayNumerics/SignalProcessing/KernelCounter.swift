// SPDX-License-Identifier: Apache-2.0
/// Counts at how many places of a signal each of several kernels answers above a threshold, sixteen places at a time.
///
/// Sums are of 16 bits: with samples within ±``largestSample`` none can overflow.
package struct KernelCounter: Sendable {
    /// The largest magnitude of a sample: a kernel's answer weighs samples by 12 in all.
    package static let largestSample: Int16 = 2730

    /// How many samples a signal has, a multiple of 16.
    package let count: Int
    /// The number of zeros before and after the signal: the reach of the widest kernel.
    private let margin: Int
    /// The signal between the margins, and three times its values.
    private var signal: [Int16]
    private var tripled: [Int16]
    /// The sums over all taps, of the dilation at hand.
    private var totals: [SIMD8<Int16>]
    private let isWide: Bool

    /// A counter for signals of `count` samples and kernels of at most this dilation, with wide vectors where the
    /// processor has them.
    package init(count: Int, largestDilation: Int, isWide: Bool = WideVectors.areThere) {
        precondition(count % 16 == 0 && count < 256, "sixteen places are counted at a time, and fewer than 256 in all")
        self.count = count
        self.isWide = isWide
        margin = 4 * largestDilation
        signal = [Int16](repeating: 0, count: count + 2 * margin)
        tripled = signal
        totals = [SIMD8<Int16>](repeating: SIMD8(), count: count / 8)
    }

    /// Takes the signal that the next counts are of: `count` samples from `first` on, each within ±``largestSample``.
    package mutating func load(_ samples: Span<Int16>, from first: Int) {
        precondition(first >= 0 && first + count <= samples.count, "a signal has all its samples")
        // With this, no index is outside: both arrays have a margin of four dilations on either side.
        for index in stride(from: 0, to: count, by: 8) {
            let eight = samples.eight(first + index)
            Self.put(eight, at: margin + index, of: &signal)
            Self.put(3 &* eight, at: margin + index, of: &tripled)
        }
    }

    @inline(__always)
    private static func put(_ eight: SIMD8<Int16>, at index: Int, of signal: inout [Int16]) {
        var elements = signal.mutableSpan
        elements.setEight(eight, at: index)
    }

    /// Takes the dilation that the next counts are of.
    package mutating func dilate(by dilation: Int) {
        precondition(dilation > 0 && 4 * dilation <= margin, "the counter was made for smaller dilations")
        Self.addTaps(of: signal, from: margin - 4 * dilation, dilation: dilation, to: &totals, isWide: isWide)
    }

    private static func addTaps(
        of signal: [Int16], from first: Int, dilation: Int, to totals: inout [SIMD8<Int16>], isWide: Bool
    ) {
        var sums = totals.mutableSpan
        // Every tap is within 4 dilations, and so inside the margins.
        signal.span.sumNine(from: first, step: dilation, into: &sums, isWide: isWide)
    }

    /// Sets each count of `range` to how many places there are at which a kernel answers above its threshold; the
    /// kernels are of the dilation at hand, and given by their ``DilatedKernel/offsets``.
    package func count(
        _ kernels: Span<SIMD4<Int32>>, above thresholds: Span<Int16>, range: Range<Int>,
        into counts: inout MutableSpan<UInt8>
    ) {
        // Every tap is within 4 dilations, and so inside the margins.
        tripled.span.countPlaces(
            around: margin, of: kernels.extracting(range), above: thresholds.extracting(range), less: totals.span,
            into: &counts, from: range.lowerBound, isWide: isWide)
    }
}
