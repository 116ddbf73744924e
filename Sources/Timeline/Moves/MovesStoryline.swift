public import MotionTypes
internal import TextFormats

/// A Moves export as the timeline that it is: its own visits, moves and times without data, not segmented again.
///
/// Versions 1.1 (local times with an offset) and 1.0 (UTC, and the codes `wlk`, `run`, `cyc`, `trp`) are read alike. A segment over
/// midnight stands in both days of the file and counts once. What the file leaves open between two segments becomes a gap, and
/// between two activities of a move a pause.
public struct MovesStoryline: Sendable, Hashable {
    /// What was put right while reading.
    public enum Repair: String, CaseIterable, Sendable, Hashable {
        /// A segment that the file holds again, since it lasts over midnight; counted once.
        case repeated
        /// A segment or activity that begins before the one before it ended; cut.
        case overlapping
        /// A segment or activity without length; left out.
        case withoutLength = "without-length"
        /// A place without a position; it became a gap.
        case withoutPosition = "without-position"
        /// An activity of a move that is none of walking, running, cycling and transport; told by its mean speed.
        case otherActivity = "other-activity"
    }

    /// Visits keep the places of the file, as `moves-` and its number.
    public var timeline: TimelineDocument
    /// How often each repair was needed.
    public var repairs: [Repair: Int]

    static let identifierPrefix = "moves-"
    /// A shorter time between two activities of a move belongs to the first of them.
    static let shortestPause = 60.0

    /// Whether `bytes` look like a storyline. The first 64 KiB are looked at.
    package static func isStoryline(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let head = bytes[start...].prefix(1 << 16).drop { $0 <= 32 }
        guard head.first == UInt8(ascii: "[") || head.first == UInt8(ascii: "{") else { return false }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("\"segments\"") && !text.contains("\"metadata\"")
    }

    /// Reads a storyline: an array of days, or one day.
    ///
    /// - Throws: `InputError` with the line; `truncated` for a file that was cut short.
    public init(decoding bytes: [UInt8], source: String? = nil) throws(InputError) {
        var decoder = MovesDecoder()
        do throws(InputError) {
            try MovesFile.read(bytes) { (day) throws(InputError) in try decoder.add(day: day) }
            let timeline = decoder.timeline()
            guard !timeline.items.isEmpty else {
                throw InputError(
                    .empty, problem: "none of its days has a segment", remedy: "give a storyline with places and moves")
            }
            self.timeline = timeline
            repairs = decoder.repairs
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }
}
