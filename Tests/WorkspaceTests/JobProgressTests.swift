// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayWorkspace

/// One bar for a whole job: it only grows, and the time that is left only shrinks.
struct JobProgressTests {
    /// The stages of a job as the work reports them, with the number of their steps.
    private static let making = [
        ("reading rides", 20), ("reading rides as slow", 20), ("fits of 5 folds", 6), ("fits of 5 folds, slow", 6),
        ("hashing rides", 20),
    ]
    private static let comparing = [
        ("reading rides", 20), ("adapting for 5 folds", 5), ("reading rides as slow", 20),
        ("adapting for 5 folds, slow", 5), ("fits of 5 folds", 30), ("reading rides as slow", 20),
        ("fits of 5 folds, slow", 30),
    ]

    /// What a page would see of a job whose steps take `seconds` each.
    private func seen(
        _ kind: WorkspaceJob.Kind, seconds: (Int) -> Double
    ) -> [(words: String, share: Double, left: Double?)] {
        var progress = JobProgress(kind, start: 100)
        var (time, count) = (100.0, 0)
        var seen: [(words: String, share: Double, left: Double?)] = []
        func run(_ stages: [(String, Int)]) {
            for (stage, total) in stages {
                for done in 0...total {
                    progress.take(stage: stage, done: done, total: total, at: time)
                    seen.append((progress.words, progress.share, progress.left))
                    time += seconds(count)
                    count += 1
                }
            }
        }
        if kind != .compare { run(Self.making) }
        progress.beginComparison()
        run(Self.comparing)
        return seen
    }

    @Test(arguments: [WorkspaceJob.Kind.train, .adapt, .compare])
    func theBarGrowsAndTheTimeShrinks(_ kind: WorkspaceJob.Kind) throws {
        // Steps of one length, ever longer ones, and one that hangs.
        for seconds in [{ _ in 1.0 }, { Double($0) }, { $0 == 60 ? 500 : 0.1 }] as [(Int) -> Double] {
            let seen = seen(kind, seconds: seconds)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.share <= $1.share })
            #expect(zip(seen, seen.dropFirst()).allSatisfy { ($0.left ?? .infinity) >= ($1.left ?? .infinity) })
            #expect(seen[0].share == 0 && seen[0].left == nil)
            let last = try #require(seen.last)
            #expect(last.share > 0.9 && last.share <= 1)
            #expect(last.left != nil)
        }
    }

    @Test func eachPartHasWordsOfItsOwn() {
        var words: [String] = []
        for (word, _, _) in seen(.train, seconds: { _ in 1 }) where words.last != word { words.append(word) }
        #expect(
            words == [
                "reading your rides", "learning from them", "writing the model", "reading your rides once more",
                "trying the built-in model on them", "trying new models on them",
            ])
    }

    @Test func aStageOfNothingIsNoFault() {
        var progress = JobProgress(.map, start: 0)
        progress.take(stage: "reading rides", done: 0, total: 0, at: 0)
        progress.take(stage: "something else", done: 7, total: 3, at: -5)
        #expect(progress.share >= 0 && progress.share <= 1 && progress.left == nil)
    }
}
