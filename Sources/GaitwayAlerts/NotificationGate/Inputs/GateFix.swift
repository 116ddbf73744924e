// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A location fix, as evidence of the phone's speed. It counts if the policy has a ``GatePolicy/vehicleSpeed``.
public struct GateFix: Sendable, Hashable {
    /// Degrees north; nil when not known.
    package var latitude: Double?
    /// Degrees east; nil when not known.
    package var longitude: Double?
    /// Metres per second as the phone states it; nil when it does not.
    package var speed: Double?
    /// Radius of the 68 % circle in metres; nil when not known.
    package var accuracy: Double?

    /// A fix. A speed or an accuracy that is negative or not finite is not known.
    package init(latitude: Double? = nil, longitude: Double? = nil, speed: Double? = nil, accuracy: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.speed = speed
        self.accuracy = accuracy
    }

    /// The evidence of a track's fix.
    public init(_ fix: Location) {
        self.init(latitude: fix.latitude, longitude: fix.longitude, speed: fix.speed, accuracy: fix.horizontalAccuracy)
    }

    /// The speed that the phone states; nil for -1 and the like.
    var statedSpeed: Double? { Self.known(speed) }

    /// The accuracy; an unknown one counts as that of a common fix among houses.
    var assumedAccuracy: Double { Self.known(accuracy) ?? 20 }

    /// Whether it is good enough to show a speed: coarse fixes jump.
    var isUsable: Bool { assumedAccuracy <= 100 }

    private static func known(_ number: Double?) -> Double? { number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
}
