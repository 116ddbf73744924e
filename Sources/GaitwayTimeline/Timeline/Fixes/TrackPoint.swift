// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A usable fix within the segmenter: seconds since 1970 (a Double holds them to 0.3 µs), degrees, metres.
struct TrackPoint: Sendable, Hashable {
    var time: Double
    var latitude: Double
    var longitude: Double
    var accuracy: Double
    var speed: Double?
    var altitude: Double?
    /// The weight of the fix in a mean position: accuracy⁻².
    var weight = 1.0
    /// The longest time before this fix, in seconds, that the log's own interval explains; 0 where fixes are dense.
    var usualSilence = 0.0

    /// The shortest time between two fixes that gives a speed, since logs often have times of whole seconds.
    static let shortestInterval = 1.0
    /// The least accuracy in metres. No phone is better, and there is no division by 0.
    static let leastAccuracy = 1.0

    /// Metres to another point.
    func distance(to other: TrackPoint) -> Double {
        Ellipsoid.way(latitude, longitude, other.latitude, other.longitude)
    }

    /// Metres per second from another point, for the shortest distance that their accuracies allow.
    func speed(from other: TrackPoint) -> Double {
        (distance(to: other) - accuracy - other.accuracy) / max(Self.shortestInterval, (time - other.time).magnitude)
    }

    /// Whether so much time has passed since another fix that the path between them is unknown.
    func isSilent(since other: TrackPoint, _ policy: TimelinePolicy) -> Bool {
        time - other.time > policy.longestSilence(upTo: self)
    }

    /// Whether only a vehicle is fast enough to get here from a point at another time.
    func isDriven(from other: TrackPoint, _ policy: TimelinePolicy) -> Bool {
        (time - other.time).magnitude <= policy.longestBridge.inSeconds && speed(from: other) > policy.bridgingSpeed
    }
}

/// A report within the segmenter.
///
/// Unlike a `MotionActivity`, it holds from the time at which the segmenter was given it, in seconds since 1970. The
/// begin of the activity does not matter.
struct TrackReport: Sendable, Hashable {
    var time: Double
    var flags: ActivityFlags
    var confidence: Confidence
    var motion: Prediction { Prediction(flags) }
}
