// SPDX-License-Identifier: Apache-2.0
extension RandomAccessCollection {
    /// The index of the first element for which `isBehind` holds. All elements for which it does not hold must come
    /// first.
    ///
    /// - Complexity: O(log n).
    package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var low = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if isBehind(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
