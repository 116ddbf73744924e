// SPDX-License-Identifier: Apache-2.0
/// Work that runs side by side while its results are taken one after the other.
enum WorkPool {
    /// Runs pieces of work, `workers` at a time and in order, and hands each result to `take` when it is there.
    ///
    /// - Parameter mayStart: whether a piece may begin yet. Pieces that must wait begin after a later `take`.
    static func run<Result: Sendable>(
        _ count: Int, workers: Int, mayStart: (Int) -> Bool = { _ in true },
        _ work: @escaping @Sendable (Int) throws -> Result, take: (Int, Result) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (index: Int, result: Result).self) { group in
            var (next, running) = (0, 0)
            func start() {
                while running < max(1, workers), next < count, mayStart(next) {
                    let index = next
                    next += 1
                    running += 1
                    group.addTask { (index, try work(index)) }
                }
            }
            start()
            while let part = try await group.next() {
                running -= 1
                try take(part.index, part.result)
                start()
            }
        }
    }
}
