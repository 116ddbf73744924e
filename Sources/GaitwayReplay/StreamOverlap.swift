// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How a track and an activity stream lie in time where much of one is outside of the other.
package struct StreamOverlap: Sendable, Hashable {
    /// How much of the track lies before the stream, and behind it.
    package let trackBefore, trackBehind: Duration
    /// How much of the stream lies before the track, and behind it.
    package let streamBefore, streamBehind: Duration

    /// Less than this at one end is normal: a receiver finds its first position late, and a logger stops its sensors
    /// one by one.
    private static let slack = Duration.seconds(60)

    /// Nil where they fit, and without fixes.
    init?(stream: ClosedRange<Duration>, ride: RecordedRide) {
        guard let first = ride.fixes.first?.elapsed, let last = ride.fixes.last?.elapsed else { return nil }
        func part(_ length: Duration, of whole: Duration) -> Duration { min(max(.zero, length), whole) }
        let (track, whole) = (last - first, stream.upperBound - stream.lowerBound)
        trackBefore = part(stream.lowerBound - first, of: track)
        trackBehind = part(last - stream.upperBound, of: track)
        streamBefore = part(first - stream.lowerBound, of: whole)
        streamBehind = part(stream.upperBound - last, of: whole)
        let ends = [trackBefore, trackBehind, streamBefore, streamBehind]
        guard ends.contains(where: { $0 > Self.slack }) else { return nil }
    }

    /// By how much the stream's clock seems to be ahead of the track's (behind it if negative): both its ends lie as
    /// much later. Nil if they do not.
    var clockDifference: Duration? {
        for (first, second, sign) in [(trackBefore, streamBehind, 1), (streamBefore, trackBehind, -1)]
        where min(first, second) > Self.slack && max(first, second) - min(first, second) <= Self.slack {
            return (first + second) / 2 * sign
        }
        return nil
    }

    /// What there is to say: of the ends that are news.
    var text: String {
        let ends = [
            (trackBefore, "first", "track", "stream"), (trackBehind, "last", "track", "stream"),
            (streamBefore, "first", "stream", "track"), (streamBehind, "last", "stream", "track"),
        ].filter { $0.0 > Self.slack }
        var text = ends.map { "the \($1) \(Self.seconds($0)) s of the \($2) lie outside of the \($3)" }
            .joined(separator: ", ")
        if let difference = clockDifference {
            text += "; the stream's clock seems to be \(Self.seconds(max(difference, .zero - difference))) s "
            text += difference > .zero ? "ahead of the track's" : "behind the track's"
        }
        return text
    }

    private static func seconds(_ length: Duration) -> String { DecimalText.text(length.inSeconds, places: 0) }
}
