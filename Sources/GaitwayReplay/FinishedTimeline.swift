// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// A timeline that was made elsewhere and is kept unchanged: a Moves export, or one in this project's own format.
package struct FinishedTimeline: Sendable {
    /// Its file, as the user named it.
    package let source: String
    /// What the file says: visits, moves and places.
    package let timeline: TimelineDocument
    /// What was put right while reading.
    package let notes: [RideNote]
    /// Whether an app derived it from the fixes of the same track, so that it overlaps with theirs.
    package let isDerived: Bool

    /// Reads it; nil for anything else.
    ///
    /// - Throws: `InputError` for a file of these formats that breaks them.
    package init?(decoding bytes: [UInt8], source: String) throws(InputError) {
        self.source = source
        isDerived = false
        if TimelineDocument.isJSON(bytes) {
            timeline = try TimelineDocument(json: bytes, source: source)
            notes = []
            return
        }
        guard MovesStoryline.isStoryline(bytes) else { return nil }
        let storyline = try MovesStoryline(decoding: bytes, source: source)
        notes = MovesStoryline.Repair.allCases.compactMap { repair in
            storyline.repairs[repair].map { RideNote(source, .repaired(repair.rawValue, count: $0)) }
        }
        timeline = storyline.timeline
    }
}
