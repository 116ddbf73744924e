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
    /// The bits of each lane.
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

    /// Replaces `totals` by the sums of nine elements each, `step` apart, the first of which lies at `first` for the first sum and one further
    /// for each other; the caller knows that all lie in the span. There is an even number of vectors of sums.
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

    /// At how many places the elements from `first`, `second` and `third` on, less `totals`, exceed a limit, as the caller knows that all lie
    /// in the span; there are as many places as totals, an even number of vectors of them, and at most 255.
    @inline(__always)
    func placesAbove(
        _ limit: Int16, _ first: Int, _ second: Int, _ third: Int, less totals: Span<SIMD8<Int16>>, isWide: Bool
    ) -> Int {
        assert(min(first, second, third) >= 0 && max(first, second, third) + 8 * totals.count <= count)
        let blocks = totals.count / 2
        return withUnsafeBufferPointer { elements in
            totals.withUnsafeBytes { totals in
                guard let start = elements.baseAddress, let total = totals.baseAddress else { return 0 }
                let (one, two, three) = (start + first, start + second, start + third)
                let totals = total.assumingMemoryBound(to: Int16.self)
                return Int(
                    isWide
                        ? gaitway_count_above_wide(one, two, three, totals, limit, blocks)
                        : gaitway_count_above(one, two, three, totals, limit, blocks))
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

extension MutableSpan<Float> {
    /// Adds the products of the lanes of `value` and of weights to the elements from `place`, `place + plane` and so on; the weights lie at a
    /// fraction of the way between the rows of `rows` from `low` and from `high` on, `count` vectors each. The caller knows that all lie
    /// inside.
    @inline(__always)
    mutating func addProducts(
        of value: SIMD4<Float>, _ rows: Span<SIMD4<Float>>, _ low: Int, _ high: Int, count: Int, fraction: Float,
        plane: Int, place: Int, isWide: Bool
    ) {
        assert(low >= 0 && low + count <= rows.count && high >= 0 && high + count <= rows.count)
        assert(place >= 0 && place + 3 * plane + 4 * count <= self.count)
        withUnsafeMutableBufferPointer { sums in
            rows.withUnsafeBytes { rows in
                guard let sums = sums.baseAddress, let first = rows.baseAddress else { return }
                let rows = first.assumingMemoryBound(to: Float.self)
                if isWide {
                    gaitway_spread_wide(value, rows + 4 * low, rows + 4 * high, fraction, sums + place, plane, count)
                } else {
                    gaitway_spread(value, rows + 4 * low, rows + 4 * high, fraction, sums + place, plane, count)
                }
            }
        }
    }
}
