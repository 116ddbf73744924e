// SPDX-License-Identifier: Apache-2.0
/// Finds order statistics of four columns of numbers at once, one in each lane of a vector, without a branch on the
/// data.
///
/// Both halves are sorted by Batcher's bitonic merge sort (K. E. Batcher, Sorting networks and their applications,
/// 1968): the sequence of comparisons is fixed, so four signals share it and the time does not depend on them. The
/// statistics come from the two runs, without the last merge, since they need few of its numbers. Runs of eight are
/// sorted, and the last three steps of each merge are done, in registers.
package struct SortingNetwork: Sendable {
    private typealias Lanes = SIMD4<Float>

    /// How many values each lane holds.
    package let count: Int
    /// The two sorted halves, and what a merge reads.
    private var runs: [Lanes]
    private var source: [Lanes]

    /// The network for `count` values per lane, a power of two of at least 16.
    package init(count: Int) {
        precondition(count >= 16 && count & (count - 1) == 0, "the network needs a power of two, at least 16")
        self.count = count
        runs = Array(repeating: Lanes(), count: count)
        source = runs
    }

    /// Takes `values`, count of them. NaN is not allowed.
    package mutating func take(_ values: [SIMD4<Float>]) {
        precondition(values.count == count, "a sorting network serves one count only")
        Self.sortEights(of: values, into: &runs)
        var size = 8
        while size < count / 2 {
            swap(&runs, &source)
            for start in stride(from: 0, to: count, by: 2 * size) {
                Self.merge(source, into: &runs, from: start, size: size)
            }
            size *= 2
        }
    }

    /// The smallest and the largest of each lane.
    package var extremes: (smallest: SIMD4<Float>, largest: SIMD4<Float>) {
        let half = count / 2
        return (Self.smaller(runs[0], runs[half]), Self.larger(runs[half - 1], runs[count - 1]))
    }

    /// The values of ranks `rank` and `rank + 1` of each lane, ranks counted from 0.
    ///
    /// The value of rank k is the least, over all ways of taking k + 1 values from the beginnings of both runs, of the
    /// largest taken. In the upper half the same is asked from the ends.
    package func neighbours(at rank: Int) -> (SIMD4<Float>, SIMD4<Float>) {
        precondition(rank >= 0 && rank + 1 < count, "a rank and the next lie within the values")
        let runs = runs.span
        let half = count / 2
        if rank + 1 < half {
            // From the beginnings: `taken` of the first run, the rest of the second.
            var low = Self.smaller(runs[rank], runs[half + rank])
            var high = Self.smaller(runs[rank + 1], runs[half + rank + 1])
            high = Self.smaller(high, Self.larger(runs[rank], runs[half]))
            for taken in 0..<rank {
                let first = runs.element(taken)
                low = Self.smaller(low, Self.larger(first, runs.element(half &+ rank &- 1 &- taken)))
                high = Self.smaller(high, Self.larger(first, runs.element(half &+ rank &- taken)))
            }
            return (low, high)
        }
        if rank >= half {
            // From the ends, as many as lie at and above the rank.
            let above = count - 2 - rank
            let last = half - 1
            var high = Self.larger(runs[last - above], runs[last + half - above])
            var low = Self.larger(runs[last - above - 1], runs[last + half - above - 1])
            low = Self.larger(low, Self.smaller(runs[last - above], runs[last + half]))
            for taken in 0..<above {
                let first = runs.element(last &- taken)
                high = Self.larger(high, Self.smaller(first, runs.element(last &+ half &- above &+ 1 &+ taken)))
                low = Self.larger(low, Self.smaller(first, runs.element(last &+ half &- above &+ taken)))
            }
            return (low, high)
        }
        // In the middle: the largest of the lower half, and the smallest of the upper.
        var low = Self.smaller(runs[0], runs[count - 1])
        var high = Self.larger(runs[0], runs[count - 1])
        for place in 1..<half {
            let first = runs.element(place)
            let second = runs.element(count &- 1 &- place)
            low = Self.larger(low, Self.smaller(first, second))
            high = Self.smaller(high, Self.larger(first, second))
        }
        return (low, high)
    }

    private static func sortEights(of values: [Lanes], into runs: inout [Lanes]) {
        let values = values.span
        var runs = runs.mutableSpan
        // Runs of 8 divide the count, so that every index below lies inside.
        precondition(values.count == runs.count && runs.count % 8 == 0)
        for start in stride(from: 0, to: runs.count, by: 8) {
            var eight = Eight { values.element(start &+ $0) }
            eight.sort()
            eight.store(in: &runs, at: start)
        }
    }

    /// Merges two sorted runs of `size` that follow each other.
    private static func merge(_ source: [Lanes], into runs: inout [Lanes], from start: Int, size: Int) {
        let source = source.span
        var runs = runs.mutableSpan
        let end = start &+ 2 &* size
        precondition(start >= 0 && size >= 8 && end <= source.count && source.count == runs.count)
        // The smaller of each pair from both ends goes to the first half, where none then exceeds one of the second.
        // Each half is bitonic: halves of halves are parted in the same way, down to runs of eight.
        if size == 8 {
            var low = Eight { smaller(source.element(start &+ $0), source.element(end &- 1 &- $0)) }
            low.finishMerge()
            low.store(in: &runs, at: start)
            var high = Eight { larger(source.element(start &+ 7 &- $0), source.element(start &+ 8 &+ $0)) }
            high.finishMerge()
            high.store(in: &runs, at: start &+ 8)
            return
        }
        let half = size / 2
        for offset in 0..<half {
            // Two steps at once: four values come from both ends and their middles.
            let a = source.element(start &+ offset)
            let b = source.element(start &+ offset &+ half)
            let c = source.element(end &- 1 &- offset &- half)
            let d = source.element(end &- 1 &- offset)
            let (aLow, dHigh) = (smaller(a, d), larger(a, d))
            let (bLow, cHigh) = (smaller(b, c), larger(b, c))
            runs.set(smaller(aLow, bLow), at: start &+ offset)
            runs.set(larger(aLow, bLow), at: start &+ offset &+ half)
            runs.set(smaller(cHigh, dHigh), at: end &- 1 &- offset &- half)
            runs.set(larger(cHigh, dHigh), at: end &- 1 &- offset)
        }
        var step = half / 2
        while step >= 8 {
            for first in stride(from: start, to: end, by: 2 &* step) {
                for place in first..<first &+ step {
                    let low = runs.element(place)
                    let high = runs.element(place &+ step)
                    runs.set(smaller(low, high), at: place)
                    runs.set(larger(low, high), at: place &+ step)
                }
            }
            step /= 2
        }
        for first in stride(from: start, to: end, by: 8) {
            var eight = Eight { runs.element(first &+ $0) }
            eight.finishMerge()
            eight.store(in: &runs, at: first)
        }
    }

    @inline(__always)
    fileprivate static func smaller(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        first.replacing(with: second, where: second .< first)
    }

    @inline(__always)
    fileprivate static func larger(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        second.replacing(with: first, where: second .< first)
    }
}

/// Eight vectors in registers.
private struct Eight {
    typealias Lanes = SIMD4<Float>

    var a: Lanes, b: Lanes, c: Lanes, d: Lanes, e: Lanes, f: Lanes, g: Lanes, h: Lanes

    @inline(__always)
    init(_ value: (Int) -> Lanes) {
        a = value(0)
        b = value(1)
        c = value(2)
        d = value(3)
        e = value(4)
        f = value(5)
        g = value(6)
        h = value(7)
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

    /// Nineteen comparisons in six layers (R. W. Floyd's network; D. E. Knuth, Sorting and Searching, 1998, section
    /// 5.3.4).
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
        let (smaller, larger) = (SortingNetwork.smaller(low, high), SortingNetwork.larger(low, high))
        low = smaller
        high = larger
    }
}
