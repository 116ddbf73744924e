internal import MotionTypes

/// What a report says, as one word. A vehicle at a light is a vehicle.
enum ReportedMotion: UInt8, Sendable, Hashable, CaseIterable {
    case still, walking, running, cycling, vehicle, other, unknown

    init(_ flags: ActivityFlags) {
        if flags.contains(.unknown) {
            self = .unknown
        } else if flags.contains(.automotive) {
            self = .vehicle
        } else if flags.contains(.cycling) {
            self = .cycling
        } else if flags.contains(.running) {
            self = .running
        } else if flags.contains(.walking) {
            self = .walking
        } else if flags.contains(.stationary) {
            self = .still
        } else {
            self = .other
        }
    }

    /// Whether it names a way to move.
    var isMoving: Bool {
        switch self {
        case .walking, .running, .cycling, .vehicle: true
        case .still, .other, .unknown: false
        }
    }
}
