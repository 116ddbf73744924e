// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A Moves export as a timeline: its own visits, moves and times without data, not segmented again.
///
/// Versions 1.1 (local times with an offset) and 1.0 (UTC, and the codes `wlk`, `run`, `cyc`, `trp`) are read. A
/// segment over midnight is in both days of the file and counts once. Time between two segments becomes a gap, and time
/// between two activities of a move a pause.
package struct MovesStoryline: Sendable, Hashable {
    /// A repair made while reading.
    package enum Repair: String, CaseIterable, Sendable, Hashable {
        /// A segment over midnight that the file repeats; counted once.
        case repeated
        /// A segment or activity that begins before the end of the previous one; cut.
        case overlapping
        /// A segment or activity without length; left out.
        case withoutLength = "without-length"
        /// A place without a position; replaced by a gap.
        case withoutPosition = "without-position"
        /// An activity other than walking, running, cycling and transport; chosen by its mean speed.
        case otherActivity = "other-activity"
    }

    /// The timeline. Visits keep the places of the file, as `moves-` and the number.
    package var timeline: TimelineDocument
    /// How often each repair was needed.
    package var repairs: [Repair: Int]

    static let identifierPrefix = "moves-"
    /// The shortest pause. A shorter time between two activities of a move belongs to the first of them.
    static let shortestPause = 60.0

    /// Whether the first 64 KiB look like a storyline.
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
    package init(decoding bytes: [UInt8], source: String? = nil) throws(InputError) {
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
