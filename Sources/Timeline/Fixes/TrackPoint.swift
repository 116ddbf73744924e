import Geodesy
internal import MotionTypes

/// A usable fix within the segmenter: seconds since 1970 (a Double holds them to 0.3 µs), degrees, metres.
struct TrackPoint: Sendable, Hashable {
    var time: Double
    var latitude: Double
    var longitude: Double
    var accuracy: Double
    var speed: Double?
    var altitude: Double?
    /// What the fix counts for in a mean position: accuracy⁻².
    var weight = 1.0

    /// Logs often have times of whole seconds, so that a shorter time between two fixes says nothing of a speed.
    static let shortestInterval = 1.0
    /// An accuracy below a metre, or of 0, is taken for one of a metre: nothing is divided by it then, and no phone is better.
    static let leastAccuracy = 1.0

    /// Metres to another point, by the local radii of the ellipsoid.
    func distance(to other: TrackPoint) -> Double {
        Ellipsoid.shortDistance(latitude, longitude, other.latitude, other.longitude)
    }

    /// Metres per second from another point, if both lie as near to each other as their accuracy allows.
    func speed(from other: TrackPoint) -> Double {
        (distance(to: other) - accuracy - other.accuracy) / max(Self.shortestInterval, abs(time - other.time))
    }

    /// Whether only a vehicle gets here from a point not long before or after.
    func isDriven(from other: TrackPoint, _ policy: TimelinePolicy) -> Bool {
        abs(time - other.time) <= policy.longestBridge.inSeconds && speed(from: other) > policy.bridgingSpeed
    }
}

/// A report within the segmenter.
///
/// Not a `MotionActivity`: it holds from the time at which the segmenter was given it, in seconds since 1970 as a ``TrackPoint`` has
/// them, and when the activity began plays no part.
struct TrackReport: Sendable, Hashable {
    var time: Double
    var flags: ActivityFlags
    var confidence: Confidence
    var motion: Answer { Answer(flags) }
}
