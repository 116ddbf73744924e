// SPDX-License-Identifier: Apache-2.0
internal import CVectors

// The only file of this target that leaves bounds unchecked or reads bits as another type; every caller states why its
// index is inside.

extension Span {
    /// The element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    func element(_ index: Int) -> Element {
        assert(index >= 0 && index < count)
        return self[unchecked: index]
    }
}

extension MutableSpan {
    /// The element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    func element(_ index: Int) -> Element {
        assert(index >= 0 && index < count)
        return self[unchecked: index]
    }

    /// Replaces the element at `index`, which the caller knows to lie below `count`.
    @inline(__always)
    mutating func set(_ element: Element, at index: Int) {
        assert(index >= 0 && index < count)
        self[unchecked: index] = element
    }
}

extension SIMD4<Float> {
    @inline(__always)
    var bitPattern: SIMD4<Int32> { unsafeBitCast(self, to: SIMD4<Int32>.self) }

    /// The lanes of such bits.
    @inline(__always)
    init(bitPattern: SIMD4<Int32>) { self = unsafeBitCast(bitPattern, to: SIMD4<Float>.self) }
}

extension Span<Int16> {
    /// The eight elements from `index` on, which the caller knows to lie in the span.
    @inline(__always)
    func eight(_ index: Int) -> SIMD8<Int16> {
        assert(index >= 0 && index + 8 <= count)
        return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 2, as: SIMD8<Int16>.self)
    }

    /// Replaces `totals` by the sums of nine elements each, `step` apart. The first element is at `first` for the first
    /// sum, and one further for each other; the caller knows that all lie in the span. There is an even number of
    /// vectors of sums.
    @inline(__always)
    func sumNine(from first: Int, step: Int, into totals: inout MutableSpan<SIMD8<Int16>>, isWide: Bool) {
        assert(first >= 0 && first + 8 * step + 8 * totals.count <= count)
        let blocks = totals.count / 2
        withUnsafeBufferPointer { elements in
            totals.withUnsafeMutableBytes { totals in
                guard let start = elements.baseAddress, let total = totals.baseAddress else { return }
                let sums = total.assumingMemoryBound(to: Int16.self)
                if isWide {
                    gaitway_sum_taps_wide(start + first, step, sums, blocks)
                } else {
                    gaitway_sum_taps(start + first, step, sums, blocks)
                }
            }
        }
    }

    /// Sets counts, from `first` on, to the numbers of places at which three elements, less `totals`, exceed a limit;
    /// for a kernel after the other. Its elements lie at its offsets from `middle`, and one further for each place; the
    /// caller knows that all lie in the span. There are as many places as totals, an even number of vectors of them,
    /// and at most 255.
    @inline(__always)
    func countPlaces(
        around middle: Int, of kernels: Span<SIMD4<Int32>>, above limits: Span<Int16>, less totals: Span<SIMD8<Int16>>,
        into counts: inout MutableSpan<UInt8>, from first: Int, isWide: Bool
    ) {
        precondition(limits.count == kernels.count && first >= 0 && first + kernels.count <= counts.count)
        let blocks = totals.count / 2
        withUnsafeBufferPointer { elements in
            totals.withUnsafeBytes { totals in
                kernels.withUnsafeBufferPointer { kernels in
                    limits.withUnsafeBufferPointer { limits in
                        counts.withUnsafeMutableBufferPointer { counts in
                            guard let start = elements.baseAddress, let total = totals.baseAddress,
                                let kernel = kernels.baseAddress, let limit = limits.baseAddress,
                                let count = counts.baseAddress
                            else { return }
                            let totals = total.assumingMemoryBound(to: Int16.self)
                            if isWide {
                                gaitway_count_above_wide(
                                    start + middle, totals, blocks, kernel, limit, kernels.count, count + first)
                            } else {
                                gaitway_count_above(
                                    start + middle, totals, blocks, kernel, limit, kernels.count, count + first)
                            }
                        }
                    }
                }
            }
        }
    }
}

extension MutableSpan<Int16> {
    /// Replaces the eight elements from `index` on, which the caller knows to lie in the span.
    @inline(__always)
    mutating func setEight(_ elements: SIMD8<Int16>, at index: Int) {
        assert(index >= 0 && index + 8 <= count)
        var bytes = mutableBytes
        bytes.storeBytes(of: elements, toUncheckedByteOffset: index &* 2, as: SIMD8<Int16>.self)
    }
}

/// A sample with its weights, on its way to the sums of a ``LowPassKernel``.
typealias WeighedSample = gaitway_weighed

extension MutableSpan<Float> {
    /// Adds the products of samples and of their weights to the elements, which lie in four planes; the first `count`
    /// samples, each with `vectors` vectors of weights in its row of `rows` and in the next. The caller knows that all
    /// rows lie inside, and all places.
    @inline(__always)
    mutating func addProducts(
        of samples: Span<WeighedSample>, count: Int, _ rows: Span<SIMD4<Float>>, vectors: Int, plane: Int, isWide: Bool
    ) {
        assert(count <= samples.count && self.count == 4 * plane)
        withUnsafeMutableBufferPointer { sums in
            samples.withUnsafeBufferPointer { samples in
                rows.withUnsafeBytes { rows in
                    guard let sums = sums.baseAddress, let samples = samples.baseAddress, let row = rows.baseAddress
                    else { return }
                    let rows = row.assumingMemoryBound(to: Float.self)
                    if isWide {
                        gaitway_spread_wide(samples, count, rows, vectors, sums, plane)
                    } else {
                        gaitway_spread(samples, count, rows, vectors, sums, plane)
                    }
                }
            }
        }
    }
}

extension MutableSpan<Double> {
    /// Replaces the elements from `first` on by clip(count · scale − offset, ±bound), for as many as there are scales.
    package mutating func set(
        clipped bound: Double, _ counts: Span<UInt8>, scales: Span<Double>, offsets: Span<Double>, from first: Int
    ) {
        precondition(counts.count == scales.count && offsets.count == scales.count)
        precondition(first >= 0 && first + scales.count <= count)
        for index in 0..<scales.count {
            let value = Double(counts.element(index)) * scales.element(index) - offsets.element(index)
            set(Swift.min(bound, Swift.max(-bound, value)), at: first &+ index)
        }
    }

    /// Replaces the elements from `place` on by 0.5 clip(x · y, ±bound) for each pair of x and y at or behind it, of
    /// the last `count` elements.
    package mutating func setProducts(clipped bound: Double, ofLast last: Int, from place: Int) {
        let first = count - last
        precondition(last >= 0 && first >= place && place >= 0 && first - place == last * (last + 1) / 2)
        var next = place
        for left in first..<count {
            let factor = element(left)
            // A row of products ends before the elements, and begins where the last one ended.
            for right in left..<count {
                set(0.5 * Swift.min(bound, Swift.max(-bound, factor * element(right))), at: next &+ right &- left)
            }
            next &+= count &- left
        }
    }
}
