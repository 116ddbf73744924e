// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// What was put right, left out or guessed on the way from logs to a ride or a timeline. Unusable input gives an
/// `InputError` instead.
public struct RideNote: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of notes.
    package enum Kind: Sendable, Hashable {
        /// A repair of a reader, by its name, and how often it was needed.
        case repaired(String, count: Int)
        /// Neither stream nor track has a wall clock or a matching name: they are taken to be of one recording.
        case assumedSameRecording
        /// Much of the track lies outside of the stream, or much of the stream outside of the track.
        case littleOverlap(StreamOverlap)
        /// Neither the track nor anything else has activity reports: only the speed of fixes can show a vehicle.
        case drivingUnknown
        /// How many streams follow the first; only the first is used.
        case furtherStreams(Int)
        /// Fixes that a timeline leaves out.
        case fixesLeftOut(TimelineRepairs)
        /// A timeline without reports: speed alone decides activities.
        case withoutReports
        /// How many of a timeline's sections have few or no reports; speed alone decides their activity.
        case fewReports(sections: Int, of: Int)
        /// A remark of a reader.
        case told(String)
        /// How many stays and ways an app had found by itself; the fixes rank above them.
        case appTimeline(visits: Int, moves: Int)
        /// How many fixes and reports of a location history are left out beside those of a recording.
        case outranked(Int)
        /// How much of a timeline overlaps with what stands before it and is left out.
        case overlapping(Duration)
    }

    /// The log, stream or timeline, as the user named it.
    public var source: String
    /// What was put right, left out or guessed.
    package var kind: Kind

    init(_ source: String, _ kind: Kind) {
        self.source = source
        self.kind = kind
    }

    /// The note for a track without reports: only the speed of fixes can show a vehicle.
    package static func drivingUnknown(of source: String) -> RideNote { RideNote(source, .drivingUnknown) }

    /// The one line to show.
    public var description: String { "\(source): \(text)" }

    /// The note without the name of its source.
    package var text: String {
        switch kind {
        case .repaired(let repair, let count): return "repaired: \(repair) \(count)"
        case .assumedSameRecording: return "the stream has no wall clock: assuming that it is of the track's recording"
        case .littleOverlap(let overlap): return overlap.text
        case .drivingUnknown: return "no activity reports: only fast fixes can show driving and hold an alert back"
        case .furtherStreams(let count): return "the first of \(count + 1) streams is used; the others are left out"
        case .fixesLeftOut(let repairs):
            return "fixes left out: " + repairs.leftOut.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        case .withoutReports: return "no activity reports: speed alone gives walking, running, cycling and driving"
        case .fewReports(let sections, let all):
            return
                "\(sections) of \(all.counted("section")) \(sections == 1 ? "has" : "have") few or no activity "
                + "reports: speed alone gives \(sections == 1 ? "its" : "their") activity"
        case .told(let text): return text
        case .appTimeline(let visits, let moves):
            return
                "\(visits.counted("visit")) and \(moves.counted("move")) of the app's own fill what the "
                + "fixes leave open"
        case .outranked(let count):
            return
                "left out \(count.counted("fix or report", "fixes and reports")) of this location history: a recording "
                + "has some near in time"
        case .overlapping(let cut):
            return "it overlaps the timeline before it; \(ClockText.text(seconds: cut.inSeconds)) of it are left out"
        }
    }
}

extension TimelineRepairs {
    /// The kinds of inputs that were left out, by name.
    var leftOut: [(String, Int)] {
        [
            ("coarse", coarse), ("duplicate", duplicates), ("out-of-reach", jumps), ("untimely", untimely),
            ("late", late),
        ].filter { $0.1 > 0 }
    }
}
