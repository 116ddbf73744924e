// SPDX-License-Identifier: Apache-2.0
/// Which arithmetic products and factors of matrices use.
package enum Arithmetic {
    /// The routines that sum in one order on every processor; nil for OpenBLAS, which orders sums by the processor that
    /// it finds.
    @TaskLocal static var fixedOrder: FixedOrder?

    /// Runs `operation`, and the tasks that it starts, with every sum in one order if that is wanted.
    package static func inFixedOrder<Result>(
        _ isWanted: Bool, _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $fixedOrder.withValue(isWanted ? .widest : fixedOrder) { try await operation() }
    }
}
