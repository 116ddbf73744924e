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
