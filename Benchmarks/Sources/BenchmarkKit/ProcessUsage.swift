// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What this process has used so far.
package struct ProcessUsage {
    /// User and system CPU seconds.
    package let seconds: Double
    /// Peak memory in MiB.
    package let peak: Double

    /// The use up to this call.
    package static var now: ProcessUsage {
        var usage = rusage()
        getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return ProcessUsage(
            seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), peak: Double(usage.ru_maxrss) / 1024)
    }
}

/// Ends the benchmark with an exit code, and with its name and a message on standard error.
package func stop(_ message: String, _ code: Int32) -> Never {
    let name = CommandLine.arguments[0].split(separator: "/").last ?? "benchmark"
    let line = Array("\(name): \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}
