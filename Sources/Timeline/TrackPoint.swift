internal import MotionTypes

/// A usable fix within the segmenter: seconds since 1970 (a Double holds them to 0.3 µs), degrees, metres.
struct TrackPoint: Sendable, Hashable {
    var time: Double
    var latitude: Double
    var longitude: Double
    var accuracy: Double
    var speed: Double?
    var altitude: Double?

    /// Metres to another point, by the local radii of the ellipsoid.
    func distance(to other: TrackPoint) -> Double {
        Geodesy.shortDistance(latitude, longitude, other.latitude, other.longitude)
    }
}

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

/// A report within the segmenter.
struct TrackReport: Sendable, Hashable {
    var time: Double
    var flags: ActivityFlags
    var confidence: Confidence
    var motion: ReportedMotion { ReportedMotion(flags) }
}
