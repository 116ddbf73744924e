// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// The timeline of a ride, or one that was made elsewhere, and those that were joined to it.
package struct JoinedTimeline: Sendable {
    /// The items, with their places once ``findPlaces()`` has found them.
    package private(set) var timeline: TimelineDocument
    /// Whether its times are those of a wall clock; else they count from the log's elapsed 0, as if that were the start
    /// of 1970.
    package let hasWallClock: Bool
    /// The first input, for messages.
    package let source: String
    /// Whether the ride has any report.
    package private(set) var hasReports = true
    /// The times and accuracies of the ride's fixes.
    package private(set) var fixes: [(time: Timestamp, accuracy: Double?)] = []
    /// Notes of what was left out or guessed.
    package private(set) var notes: [RideNote] = []
    /// The fault of the ride's activity stream behind its last report; reports before it count.
    package private(set) var fault: InputError?

    /// Segments a ride.
    ///
    /// - Parameters:
    ///   - ride: the fixes, by time, and the reports.
    ///   - origin: the wall-clock time of elapsed 0 for a ride without one.
    /// - Throws: `InputError` for a track that cannot be one person's.
    package init(_ ride: RecordedRide, policy: TimelinePolicy, origin: Timestamp? = nil) throws(InputError) {
        let start = ride.origin ?? origin ?? Timestamp(nanoseconds: 0)
        let (items, repairs) = TimelineSegmenter.timeline(
            fixes: ride.fixes.lazy.map { (start + $0.elapsed, $0) },
            reports: ride.timedReports(from: start), policy: policy)
        try Self.checkOnePerson(repairs, policy, ride.source)
        timeline = TimelineDocument(items: items.holding(ride.stated).counting(ride.stepCounts(from: start)))
        hasWallClock = (ride.origin ?? origin) != nil
        source = ride.source
        hasReports = !ride.reports.isEmpty
        fixes = ride.fixes.map { (start + $0.elapsed, $0.horizontalAccuracy) }
        fault = ride.fault
        if !repairs.leftOut.isEmpty { notes.append(RideNote(source, .fixesLeftOut(repairs))) }
        if !hasReports { notes.append(RideNote(source, .withoutReports)) }
    }

    /// A timeline that was made elsewhere.
    package init(_ finished: FinishedTimeline) {
        timeline = finished.timeline
        hasWallClock = true
        source = finished.source
    }

    /// Fills the gaps of this timeline from one that was made elsewhere.
    ///
    /// - Throws: `InputError` if this one has no wall clock.
    package mutating func join(_ finished: FinishedTimeline) throws(InputError) {
        guard hasWallClock else {
            throw .ambiguous(
                "the track has no wall clock, so it cannot be joined with \(finished.source)",
                remedy: "\(set: .origin), the time at which it began", source: source)
        }
        let (sum, cut) = timeline.joined(with: finished.timeline)
        if cut > .zero, !finished.isDerived { notes.append(RideNote(finished.source, .overlapping(cut))) }
        timeline = sum
    }

    /// Groups visits by place, makes visits of short stops at known places, and numbers the places.
    ///
    /// - Parameter circles: places that the user named.
    package mutating func findPlaces(_ circles: [NamedCircle] = []) { timeline.findPlaces(circles) }

    /// Refuses a track that cannot be one person's.
    private static func checkOnePerson(
        _ repairs: TimelineRepairs, _ policy: TimelinePolicy, _ source: String
    ) throws(InputError) {
        guard repairs.isMixed(policy) else { return }
        let first = repairs.firstJump.map { ", the first at \($0.iso8601)" } ?? ""
        throw .ambiguous(
            "the track seems to hold two people: \(repairs.jumps + repairs.leaps) of \(repairs.positions) fixes "
                + "are out of reach\(first)", remedy: "give the track of one phone", source: source)
    }
}

extension RideNote {
    /// How much of a timeline rests on speed alone; nil if reports cover everything.
    package static func guesses(in timeline: TimelineDocument, of source: String) -> RideNote? {
        let sections = timeline.items.flatMap { item -> [MoveSection] in
            if case .move(let move) = item { move.sections.filter { $0.activity != .stationary } } else { [] }
        }
        let guessed = sections.count { $0.evidence == .speed }
        return guessed > 0 ? RideNote(source, .fewReports(sections: guessed, of: sections.count)) : nil
    }
}
