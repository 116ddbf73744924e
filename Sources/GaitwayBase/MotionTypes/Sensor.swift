// SPDX-License-Identifier: Apache-2.0
/// A source of samples in a recording.
public enum Sensor: UInt8, CaseIterable, Sendable, Hashable {
    /// Total acceleration, gravity included, in m/s²; Android's signs (a phone at rest, face up, reads +9.81 on z).
    case acceleration
    /// Acceleration without gravity, in m/s².
    case linearAcceleration
    /// Rotation rate, in rad/s.
    case rotationRate
    /// Air pressure, in hPa, in x.
    case pressure
    /// Speed over ground of a location fix, in m/s, in x; delivered only where it is asked for.
    case speed

    /// The word used in reports and options.
    package var name: String {
        switch self {
        case .acceleration: "acceleration"
        case .linearAcceleration: "linear acceleration"
        case .rotationRate: "rotation rate"
        case .pressure: "pressure"
        case .speed: "speed"
        }
    }

    /// Whether a reading is one number, in x.
    package var isScalar: Bool { self == .pressure || self == .speed }
}
