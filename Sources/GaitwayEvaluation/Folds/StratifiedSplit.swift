// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The random split of single windows into folds, each with the same share of every class.
///
/// Windows of one ride fall on both sides, so its score is too good; it is shown beside the honest ones as a warning.
package struct StratifiedSplit: Sendable, Hashable {
    package let foldCount: Int
    /// The fold of each window, 0..<foldCount.
    package let folds: [Int]

    /// The split of windows whose classes are `classes`, one entry per window; any numbers serve.
    ///
    /// Per class and in all, the folds' sizes differ by one at most.
    package init(classes: [Int], foldCount: Int = 5, seed: UInt64 = 1) {
        precondition(foldCount > 0, "a split has at least one fold")
        var generator = SplitMix64(seed: seed)
        var members: [Int: [Int]] = [:]
        for (index, value) in classes.enumerated() { members[value, default: []].append(index) }
        var folds = [Int](repeating: 0, count: classes.count)
        // The deal goes on where the class before stopped, which keeps the folds' sizes together.
        var fold = 0
        for value in members.keys.sorted() {
            for index in generator.shuffled(members[value] ?? []) {
                folds[index] = fold
                fold = (fold + 1) % foldCount
            }
        }
        self.foldCount = foldCount
        self.folds = folds
    }
}
