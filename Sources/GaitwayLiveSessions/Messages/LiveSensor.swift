// SPDX-License-Identifier: Apache-2.0
/// A phone's sensor, before accelerations are joined.
///
/// Readings of one moment are released in this order; the sensor that completes a window comes last.
package enum LiveSensor: Int, CaseIterable, Sendable, Hashable {
    /// Air pressure in hPa, in x.
    case pressure
    /// Rotation rate in rad/s.
    case rotationRate
    /// Gravity in m/s².
    case gravity
    /// Acceleration without gravity in m/s².
    case linearAcceleration
    /// Total acceleration in m/s².
    case acceleration
    /// The accelerometer's raw readings: total acceleration, in m/s² or in g.
    case rawAcceleration

    /// The word for the sensor in Gaitway's samples.
    package var name: String {
        switch self {
        case .pressure: "pressure"
        case .rotationRate: "rotation"
        case .gravity: "gravity"
        case .linearAcceleration: "linear"
        case .acceleration: "acceleration"
        case .rawAcceleration: "raw"
        }
    }
}
