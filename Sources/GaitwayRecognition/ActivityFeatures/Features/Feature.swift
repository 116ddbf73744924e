// SPDX-License-Identifier: Apache-2.0
/// One entry of a feature vector: its name, its definition, and what it needs.
///
/// All features are free of the phone's orientation and of the axes' sign. With g the mean acceleration of the window
/// and u = g/|g|:
///
/// | symbol | signal | unit |
/// | --- | --- | --- |
/// | m | magnitude, \|a\| | m/s² |
/// | v | vertical, a·u | m/s² |
/// | h | horizontal, \|a − v u\| | m/s² |
/// | w | rotation, \|ω\| | rad/s |
///
/// Spectra are one-sided powers of the mean-free signal under a Hann window, so that their sum is the variance; that of
/// h is the sum over the axes of a less that of v, that of w the sum over the axes of ω. P_b is the power in band b, S
/// the power from 0.2 to 8 Hz plus the floor F. Every logger has a noise floor: F = 1e-4 (m/s²)² or 1e-5 (rad/s)², and
/// shapes count by their signal over it, gate = S / (S + E), E = 9 F for acceleration and 10 F for rotation. p is P
/// over its sum from 0.4 to 8 Hz. In time, d = x − mean, f = 0.03 m/s² or 0.009 rad/s, sd² = var + f², G = var / (var +
/// f²), q05…q95 are quantiles. C₁ and C₂ are the sums over a band of the cross spectra of v with the two components of
/// a − v u.
package struct Feature: Sendable, Hashable {
    /// A sensor, beyond the accelerometer, without which a feature is missing.
    package enum Need: String, Sendable, Hashable {
        case gyroscope
        case barometer

        /// The need of this sensor alone.
        var asNeeds: Needs {
            switch self {
            case .gyroscope: .gyroscope
            case .barometer: .barometer
            }
        }
    }

    /// All that a feature needs of a window beside its acceleration; without one of them it is missing.
    package struct Needs: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The gyroscope covers the window.
        package static let gyroscope = Needs(rawValue: 1)
        /// The barometer has readings up to the window's end.
        package static let barometer = Needs(rawValue: 2)
        /// The acceleration is total, and so tells where down is.
        package static let gravity = Needs(rawValue: 4)
        /// No gap lies between the window and the one before, which is known.
        package static let windowBefore = Needs(rawValue: 8)
    }

    /// The name in model files: signal, quantity and band, as `vertical.power.1.6-2.0`.
    package let name: String
    /// The definition, in the symbols above.
    package let formula: String
    /// The unit; for a logarithm, of its argument.
    package let unit: String
    /// The part of the features that it belongs to, in words: what one leaves out together to see what it is worth.
    package let group: String
    /// The signals that it is computed from; none for a feature of other things.
    package let signals: [MotionSignal]
    /// What it needs of a window beside its acceleration.
    package let needs: Needs

    /// The sensor it needs beside the accelerometer.
    package var need: Need? { needs.contains(.gyroscope) ? .gyroscope : needs.contains(.barometer) ? .barometer : nil }
}
