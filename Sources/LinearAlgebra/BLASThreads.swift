import COpenBLAS

/// How many threads OpenBLAS may use: one.
///
/// OpenBLAS starts a thread per core, and for the products of this package its threads wait for each other longer
/// than they work. Work is spread above this level, over recordings and folds.
enum BLASThreads {
    /// Runs at the first product of the process and never again.
    private static let limit: Void = openblas_set_num_threads(1)

    /// Makes sure that OpenBLAS runs on the calling thread alone.
    @inline(__always)
    static func useOne() { _ = limit }
}
