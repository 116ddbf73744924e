// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What standard output can show.
package enum Terminal {
    /// Whether colours are shown: on a terminal that can, and not in a file that takes what is printed, unless
    /// `NO_COLOR` is set (no-color.org).
    package static var showsColours: Bool {
        func isSet(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return ResultFile.current == nil && isatty(STDOUT_FILENO) == 1 && isSet("NO_COLOR") == nil
            && isSet("TERM") != "dumb"
    }
}
