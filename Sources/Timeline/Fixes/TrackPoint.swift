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

    /// Metres to another point, by the local radii of the ellipsoid.
    func distance(to other: TrackPoint) -> Double {
        Ellipsoid.shortDistance(latitude, longitude, other.latitude, other.longitude)
    }
}

/// A report within the segmenter.
struct TrackReport: Sendable, Hashable {
    var time: Double
    var flags: ActivityFlags
    var confidence: Confidence
    var motion: ReportedMotion { ReportedMotion(flags) }
}
