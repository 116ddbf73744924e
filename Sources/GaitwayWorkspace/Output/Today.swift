// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import Glibc

/// The day by the wall clock, UTC.
package enum Today {
    /// As 2026-05-01.
    package static var date: String {
        String(Timestamp(wholeSeconds: Int64(time(nil))).iso8601.prefix(10))
    }
}
