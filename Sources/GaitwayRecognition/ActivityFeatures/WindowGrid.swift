// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The grid and the windows on it that the features are defined for.
///
/// 25 Hz is enough: the features end at 8 Hz, and the low-pass leaves nothing above 10.2 Hz. 5.12 s are 128 samples, a
/// power of two for the FFT; every window overlaps half of the one before.
package enum WindowGrid {
    /// Grid points per second.
    package static let rate = 25.0
    /// Nanoseconds from one grid point to the next.
    package static let step: Int64 = 40_000_000
    /// Grid points per window.
    package static let count = 128
    /// Grid points from one window's start to the next's.
    package static let hop = 64
    /// Gyroscope samples per second below which it counts as missing: what lies between them would be straight lines.
    static let minimumRotationRate = 17.0
    /// Nanoseconds that a window covers: 5.12 s.
    package static let duration = step * Int64(count)
    /// Nanoseconds from one window's start to the next's: 2.56 s.
    package static let hopDuration = step * Int64(hop)
    /// How long before a window fixes tell its speed, in nanoseconds: at one a second, one is there.
    static let speedLead: Int64 = 1_500_000_000
}
