/// Sorts four columns of numbers at once, one in each lane of a vector, without a branch on the data.
///
/// Batcher's bitonic merge sort (K. E. Batcher, Sorting networks and their applications, 1968): the sequence of
/// comparisons is fixed, so four signals share it and the time does not depend on them. Runs of eight are sorted, and the
/// last three steps of each merge are done, in registers: an eight is loaded and stored once for 12 to 19 comparisons.
package struct SortingNetwork: Sendable {
    private typealias Lanes = SIMD4<Float>

    /// How many values each lane holds.
    package let count: Int

    /// The network for `count` values per lane, a power of two of at least 8.
    package init(count: Int) {
        precondition(count >= 8 && count & (count - 1) == 0, "the network needs a power of two, at least 8")
        self.count = count
    }

    /// Sorts each lane of `values` (count of them) in ascending order. NaN is not allowed.
    package func sort(_ values: inout MutableSpan<SIMD4<Float>>) {
        // With this every index below lies inside: runs of 8 divide the count, and partners lie in one run.
        precondition(values.count == count, "a sorting network serves one count only")
        for start in stride(from: 0, to: count, by: 8) {
            var eight = Eight(values, at: start)
            eight.sort()
            eight.store(in: &values, at: start)
        }
        var size = 8
        while size < count {
            for start in stride(from: 0, to: count, by: 2 * size) {
                merge(&values, from: start, size: size)
            }
            size *= 2
        }
    }

    /// Merges two sorted runs of `size` that follow each other.
    private func merge(_ values: inout MutableSpan<SIMD4<Float>>, from start: Int, size: Int) {
        let end = start + 2 * size
        // The smaller of each pair from both ends goes to the first half, where none then exceeds one of the second.
        for offset in 0..<size { Self.order(&values, start &+ offset, end &- 1 &- offset) }
        // Each half is bitonic now: halves of halves are parted in the same way, down to runs of eight.
        var step = size / 2
        while step >= 8 {
            for first in stride(from: start, to: end, by: 2 * step) {
                for place in first..<first + step { Self.order(&values, place, place &+ step) }
            }
            step /= 2
        }
        for first in stride(from: start, to: end, by: 8) {
            var eight = Eight(values, at: first)
            eight.finishMerge()
            eight.store(in: &values, at: first)
        }
    }

    /// Puts the smaller value of each lane at `low`, the larger at `high`.
    @inline(__always)
    private static func order(_ values: inout MutableSpan<SIMD4<Float>>, _ low: Int, _ high: Int) {
        var first = values.element(low)
        var second = values.element(high)
        Eight.order(&first, &second)
        values.set(first, at: low)
        values.set(second, at: high)
    }
}

/// Eight vectors in registers.
private struct Eight {
    typealias Lanes = SIMD4<Float>

    var a: Lanes, b: Lanes, c: Lanes, d: Lanes, e: Lanes, f: Lanes, g: Lanes, h: Lanes

    @inline(__always)
    init(_ values: borrowing MutableSpan<Lanes>, at start: Int) {
        a = values.element(start)
        b = values.element(start &+ 1)
        c = values.element(start &+ 2)
        d = values.element(start &+ 3)
        e = values.element(start &+ 4)
        f = values.element(start &+ 5)
        g = values.element(start &+ 6)
        h = values.element(start &+ 7)
    }

    @inline(__always)
    func store(in values: inout MutableSpan<Lanes>, at start: Int) {
        values.set(a, at: start)
        values.set(b, at: start &+ 1)
        values.set(c, at: start &+ 2)
        values.set(d, at: start &+ 3)
        values.set(e, at: start &+ 4)
        values.set(f, at: start &+ 5)
        values.set(g, at: start &+ 6)
        values.set(h, at: start &+ 7)
    }

    /// Nineteen comparisons in six layers (R. W. Floyd's network; D. E. Knuth, Sorting and Searching, 1998, section 5.3.4).
    @inline(__always)
    mutating func sort() {
        Self.order(&a, &c)
        Self.order(&b, &d)
        Self.order(&e, &g)
        Self.order(&f, &h)
        Self.order(&a, &e)
        Self.order(&b, &f)
        Self.order(&c, &g)
        Self.order(&d, &h)
        Self.order(&a, &b)
        Self.order(&c, &d)
        Self.order(&e, &f)
        Self.order(&g, &h)
        Self.order(&c, &e)
        Self.order(&d, &f)
        Self.order(&b, &e)
        Self.order(&d, &g)
        Self.order(&b, &c)
        Self.order(&d, &e)
        Self.order(&f, &g)
    }

    /// The steps of 4, 2 and 1 that end a bitonic merge.
    @inline(__always)
    mutating func finishMerge() {
        Self.order(&a, &e)
        Self.order(&b, &f)
        Self.order(&c, &g)
        Self.order(&d, &h)
        Self.order(&a, &c)
        Self.order(&b, &d)
        Self.order(&e, &g)
        Self.order(&f, &h)
        Self.order(&a, &b)
        Self.order(&c, &d)
        Self.order(&e, &f)
        Self.order(&g, &h)
    }

    @inline(__always)
    static func order(_ low: inout Lanes, _ high: inout Lanes) {
        let isSwapped = high .< low
        let smaller = low.replacing(with: high, where: isSwapped)
        high = high.replacing(with: low, where: isSwapped)
        low = smaller
    }
}
