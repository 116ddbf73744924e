// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A list of values whose neighbours are mostly equal: one entry for each change.
struct Runs<Value: Equatable> {
    private var runs: [(start: Int, value: Value)] = []
    private var count = 0

    mutating func append(_ value: Value) {
        if runs.last?.value != value || runs.isEmpty { runs.append((count, value)) }
        count += 1
    }

    /// - Complexity: O(log n) in the number of changes.
    subscript(index: Int) -> Value {
        precondition(index >= 0 && index < count, "the index is out of range")
        return runs[runs.partitioningIndex { $0.start > index } - 1].value
    }
}
