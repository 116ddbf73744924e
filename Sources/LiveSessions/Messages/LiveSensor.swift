/// What a phone's sensor measures, before accelerations are joined to one. The order is that in which readings of one moment are passed
/// on: what a window completes comes last.
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

    /// The word in our own samples.
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
