// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What standard output can show.
package enum Terminal {
    /// Whether colours are shown: on a terminal that can, unless `NO_COLOR` is set (no-color.org).
    package static var showsColours: Bool {
        func isSet(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return isatty(STDOUT_FILENO) == 1 && isSet("NO_COLOR") == nil && isSet("TERM") != "dumb"
    }
}
