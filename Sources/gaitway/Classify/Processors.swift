import Glibc

/// The processors that this process may use.
enum Processors {
    /// How many there are, at least 1: those that are switched on, or fewer where it is bound to some, as by `taskset`.
    static var count: Int { max(1, allowed ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// How many the kernel lets this process run on; nil where it does not say.
    private static var allowed: Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // A bit for each, as hexadecimal digits with commas between them.
            guard text.hasPrefix("Cpus_allowed:") else { continue }
            return text.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        }
        return nil
    }
}
