import MotionTypes
import Timeline

/// A day whose trips are known, with what the phone recorded of it.
struct TripDay {
    /// Days of one kind are pooled.
    let group: String
    let truth: TripTruth
    /// Nil for a still day without a fix.
    let track: LoadedTrack?

    /// Its name.
    var name: String { truth.name }

    /// When the fixes were, and how accurate: what decides which expected trips the phone saw at all.
    var fixes: [(time: Timestamp, accuracy: Double?)] {
        guard let track, let origin = track.origin else { return [] }
        return track.fixes.map { (origin + $0.elapsed, $0.horizontalAccuracy) }
    }
}
