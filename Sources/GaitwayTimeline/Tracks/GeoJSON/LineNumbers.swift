// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The lines on which the elements of a list stand. Most lists stand on one line, or have the same step between lines:
/// that is one entry. Each change adds one.
struct LineNumbers {
    private struct Run {
        var start: Int
        var line: Int
        /// Nil for a single element.
        var step: Int?
    }

    private var runs: [Run] = []
    private var count = 0

    mutating func append(_ line: Int) {
        defer { count += 1 }
        guard let last = runs.last else { return runs.append(Run(start: count, line: line)) }
        let step = last.step ?? line - last.line
        if line == last.line + step * (count - last.start) {
            runs[runs.count - 1].step = step
        } else {
            runs.append(Run(start: count, line: line))
        }
    }

    /// - Complexity: O(log n) in the number of changes.
    subscript(index: Int) -> Int {
        precondition(index >= 0 && index < count, "the index is out of range")
        let run = runs[runs.partitioningIndex { $0.start > index } - 1]
        return run.line + (run.step ?? 0) * (index - run.start)
    }
}
