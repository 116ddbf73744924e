public import MotionTypes

/// What one location fix tells of how fast the phone moves. It counts where ``GatePolicy/vehicleSpeed`` asks for it.
public struct GateFix: Sendable, Hashable {
    /// Degrees north; nil when not known.
    public var latitude: Double?
    /// Degrees east; nil when not known.
    public var longitude: Double?
    /// Metres per second as the phone states it; nil when it does not.
    public var speed: Double?
    /// Radius of the 68 % circle in metres; nil when not known.
    public var accuracy: Double?

    /// A fix. A speed or an accuracy that is negative or not finite is not known.
    public init(latitude: Double? = nil, longitude: Double? = nil, speed: Double? = nil, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.speed = speed
        self.accuracy = accuracy
    }

    /// What a fix of a track tells.
    public init(_ fix: Location) {
        self.init(
            latitude: fix.latitude, longitude: fix.longitude, speed: fix.speed, accuracy: fix.horizontalAccuracy)
    }

    /// The speed that the phone states; -1 and the like are none.
    var statedSpeed: Double? { Self.known(speed) }

    /// The accuracy; one that is not told counts as that of a common fix among houses.
    var assumedAccuracy: Double { Self.known(accuracy) ?? 20 }

    /// Whether it is good enough to tell of a speed: coarse fixes jump.
    var isUsable: Bool { assumedAccuracy <= 100 }

    private static func known(_ number: Double?) -> Double? {
        number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}
