// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// The processors that this process may use.
package enum Processors {
    /// Their number, at least 1: those that are online, or fewer if the process is bound to some, as by `taskset`.
    package static var count: Int { max(1, allowed ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The number that the kernel allows this process; nil if it is unknown.
    private static var allowed: Int? {
        guard let bytes = try? InputFile(path: "/proc/self/status").whole(limit: 1 << 20, remedy: "") else {
            return nil
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        // A bit for each processor, as hexadecimal digits with commas between them.
        return lines.first { $0.hasPrefix("Cpus_allowed:") }.map { line in
            line.drop { $0 != ":" }.reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        }
    }
}
