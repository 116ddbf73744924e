// SPDX-License-Identifier: Apache-2.0
/// Brings points into tree order: each range is split at its median along the axis on which it is widest.
struct PlaceIndexBuilder {
    var points: [PlaceIndex.IndexedPoint]
    var splits: [PlaceIndex.Split] = []

    mutating func build() {
        // Halving leaves ranges of at most leafSize points after `levels` levels.
        var levels = 0
        while points.count > PlaceIndex.leafSize << levels { levels += 1 }
        splits = Array(repeating: PlaceIndex.Split(value: 0, axis: 0), count: (1 << levels) - 1)
        build(node: 0, range: 0..<points.count)
    }

    private mutating func build(node: Int, range: Range<Int>) {
        guard range.count > PlaceIndex.leafSize else { return }
        let axis = widestAxis(range)
        let middle = range.lowerBound + range.count / 2
        select(middle, range, axis)
        splits[node] = PlaceIndex.Split(value: points[middle].vector[axis], axis: axis)
        build(node: 2 * node + 1, range: range.lowerBound..<middle)
        build(node: 2 * node + 2, range: middle..<range.upperBound)
    }

    private func widestAxis(_ range: Range<Int>) -> Int {
        var least = points[range.lowerBound].vector
        var greatest = least
        for index in range {
            least = pointwiseMin(least, points[index].vector)
            greatest = pointwiseMax(greatest, points[index].vector)
        }
        let extent = greatest - least
        return extent.x >= extent.y ? (extent.x >= extent.z ? 0 : 2) : (extent.y >= extent.z ? 1 : 2)
    }

    /// Moves points so that the one at `target` is in its place along the axis, none greater before it and none less
    /// behind it (C. A. R. Hoare, "Find", 1961; the pivot is the median of three).
    private mutating func select(_ target: Int, _ range: Range<Int>, _ axis: Int) {
        var low = range.lowerBound
        var high = range.upperBound - 1
        while low < high {
            let first = points[low].vector[axis]
            let middle = points[low + (high - low) / 2].vector[axis]
            let last = points[high].vector[axis]
            let pivot = max(min(first, middle), min(max(first, middle), last))
            var left = low
            var right = high
            while left <= right {
                while points[left].vector[axis] < pivot { left += 1 }
                while points[right].vector[axis] > pivot { right -= 1 }
                if left <= right {
                    points.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if target <= right {
                high = right
            } else if target >= left {
                low = left
            } else {
                return
            }
        }
    }
}
