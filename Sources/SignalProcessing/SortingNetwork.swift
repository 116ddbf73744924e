/// Sorts four columns of numbers at once, one in each lane of a vector, without a branch on the data.
///
/// Batcher's odd-even merge sort (K. E. Batcher, Sorting networks and their applications, 1968) for any count: the
/// sequence of comparisons is fixed, so four signals share it and the time does not depend on them.
public struct SortingNetwork: Sendable {
    /// The comparisons in order: the smaller value goes to the first index.
    private let comparisons: [(low: Int32, high: Int32)]
    /// How many values each lane holds.
    public let count: Int

    /// The network for `count` values per lane.
    public init(count: Int) {
        self.count = count
        var comparisons: [(low: Int32, high: Int32)] = []
        var size = 1
        while size < count {
            var step = size
            while step >= 1 {
                for start in stride(from: step % size, to: count - step, by: 2 * step) {
                    for offset in 0..<min(step, count - start - step) {
                        let low = start + offset
                        // Only pairs within one run of 2 × size are merged.
                        if low / (2 * size) == (low + step) / (2 * size) {
                            comparisons.append((Int32(low), Int32(low + step)))
                        }
                    }
                }
                step /= 2
            }
            size *= 2
        }
        self.comparisons = comparisons
    }

    /// Sorts each lane of `values` (count of them) in ascending order. NaN is not allowed.
    public func sort(_ values: inout MutableSpan<SIMD4<Float>>) {
        precondition(values.count == count, "a sorting network serves one count only")
        let pairs = comparisons.span
        for index in 0..<pairs.count {
            let pair = pairs[index]
            let low = values[Int(pair.low)]
            let high = values[Int(pair.high)]
            let swapped = high .< low
            values[Int(pair.low)] = low.replacing(with: high, where: swapped)
            values[Int(pair.high)] = high.replacing(with: low, where: swapped)
        }
    }
}
