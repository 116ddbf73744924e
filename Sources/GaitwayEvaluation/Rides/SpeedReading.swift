// SPDX-License-Identifier: Apache-2.0
/// The speed that a fix stated.
package struct SpeedReading: Sendable, Hashable {
    /// When, since the recording's first accelerometer sample.
    package var elapsed: Duration
    /// Metres per second.
    package var speed: Double
}
