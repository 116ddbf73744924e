import Glibc

/// The processors that this process may use.
enum Processors {
    /// How many there are, at least 1: those that are switched on, or fewer where it is bound to some, as by `taskset`.
    static var count: Int {
        var allowed = cpu_set_t()
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &allowed) == 0 else {
            return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        }
        return max(1, withUnsafeBytes(of: allowed) { bytes in bytes.reduce(0) { $0 + $1.nonzeroBitCount } })
    }
}
