// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayEvaluation
import TestSupport
import Testing

struct StratifiedSplitTests {
    @Test func everyFoldHasItsShareOfEveryClass() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<50 {
            let classes = (0..<generator.below(300)).map { _ in generator.below(6) * generator.below(3) }
            let split = StratifiedSplit(classes: classes)
            #expect(split.folds.count == classes.count)
            #expect(split.folds.allSatisfy { (0..<5).contains($0) })
            for value in Set(classes) {
                let sizes = (0..<5).map { fold in
                    zip(classes, split.folds).count { $0 == value && $1 == fold }
                }
                #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
            }
            let sizes = (0..<5).map { fold in split.folds.count { $0 == fold } }
            #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
        }
    }

    @Test func theSeedDecides() {
        let classes = (0..<500).map { $0 % 5 }
        #expect(StratifiedSplit(classes: classes) == StratifiedSplit(classes: classes, seed: 1))
        #expect(StratifiedSplit(classes: classes) != StratifiedSplit(classes: classes, seed: 2))
    }

    /// The split is by chance: neighbours do not fall into folds in turn.
    @Test func neighboursAreSeparatedByChance() {
        let folds = StratifiedSplit(classes: [Int](repeating: 0, count: 5000)).folds
        let together = zip(folds, folds.dropFirst()).count { $0 == $1 }
        #expect((800...1200).contains(together))
    }
}
