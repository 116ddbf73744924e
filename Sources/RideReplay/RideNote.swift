import MotionTypes
import TextFormats
public import Timeline

/// What was put right, left out or guessed on the way from logs to a ride or a timeline. What cannot be used is an `InputError` instead.
public struct RideNote: Sendable, Hashable, CustomStringConvertible {
    /// What there is to say.
    public enum Kind: Sendable, Hashable {
        /// A repair of a reader, by its name, and how often it was needed.
        case repaired(String, count: Int)
        /// Neither stream nor track has a wall clock or a name that tells: they are taken to be of one recording.
        case assumedSameRecording
        /// Much of the track lies outside of the stream, or much of the stream outside of the track.
        case littleOverlap(StreamOverlap)
        /// Neither the track nor anything else has activity reports: whether the phone was in a vehicle is not known.
        case drivingUnknown
        /// So many streams follow the first, which alone serves.
        case furtherStreams(Int)
        /// Fixes that a timeline leaves out.
        case fixesLeftOut(TimelineRepairs)
        /// A timeline without any report: activities are told by speed alone.
        case withoutReports
        /// So many of a timeline's sections have few or no reports: there activities are told by speed alone.
        case fewReports(sections: Int, of: Int)
        /// What a reader says of a file beside its counts.
        case told(String)
        /// So many stays and ways that an app had found by itself; they rank below what the fixes say.
        case appTimeline(visits: Int, moves: Int)
        /// So much of a timeline overlaps with what stands before it, and is left out.
        case overlapping(Duration)
    }

    /// The log, stream or timeline, as the user named it.
    public var source: String
    /// What there is to say of it.
    public var kind: Kind

    init(_ source: String, _ kind: Kind) {
        self.source = source
        self.kind = kind
    }

    /// What to say of a track on its own whose reports nobody has: whether the phone was in a vehicle is not known.
    package static func drivingUnknown(of source: String) -> RideNote { RideNote(source, .drivingUnknown) }

    /// The one line to show.
    public var description: String { "\(source): \(text)" }

    private var text: String {
        switch kind {
        case .repaired(let repair, let count): return "repaired: \(repair) \(count)"
        case .assumedSameRecording: return "the stream has no wall clock; it is taken to be of the track's recording"
        case .littleOverlap(let overlap): return overlap.text
        case .drivingUnknown:
            return "no activity reports: driving is not known, and no alert is held back for it"
        case .furtherStreams(let count):
            return "the first of \(count + 1) streams is used; the others are left out"
        case .fixesLeftOut(let repairs):
            return "fixes left out: " + repairs.leftOut.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        case .withoutReports:
            return "no activity reports: walking, running, cycling and driving are told by speed alone"
        case .fewReports(let sections, let all):
            return
                "\(sections) of \(all) sections have few or no activity reports: their activity is told by speed alone"
        case .told(let text): return text
        case .appTimeline(let visits, let moves):
            return "\(visits) visits and \(moves) moves of the app's own fill what the fixes leave open"
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
