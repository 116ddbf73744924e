package import MotionTypes

/// An activity that an import states for a span, and for which the phone has no report of its own.
package struct StatedActivity: Sendable, Hashable {
    /// From its start to its end.
    package var span: TimeSpan
    /// One of the ways to move.
    package var activity: Activity

    /// An activity for a span.
    package init(span: TimeSpan, activity: Activity) {
        self.span = span
        self.activity = activity
    }
}

extension Move {
    /// The move with the stated activities: each holds from its start to its end, except in pauses.
    package func holding(_ stated: some Sequence<StatedActivity>) -> Move {
        var copy = self
        for claim in stated where claim.span.overlaps(span) {
            copy.sections = copy.sections.flatMap { section -> [MoveSection] in
                guard section.activity != .stationary else { return [section] }
                if section.activity == claim.activity, section.evidence == .reports { return [section] }
                let parts = section.changed(during: claim.span) { part in
                    if part.activity != claim.activity { part.vehicle = nil }
                    part.activity = claim.activity
                    part.evidence = .reports
                }
                return parts ?? [section]
            }
        }
        guard copy.sections != sections else { return self }
        var joined: [MoveSection] = []
        for section in copy.sections {
            if let last = joined.last, last.activity == section.activity, last.evidence == section.evidence,
                last.vehicle == section.vehicle
            {
                joined[joined.count - 1].append(section)
            } else {
                joined.append(section)
            }
        }
        copy.sections = joined
        return copy
    }
}

extension [TimelineItem] {
    /// The items with the stated activities in their moves.
    package func holding(_ stated: [StatedActivity]) -> [TimelineItem] {
        guard !stated.isEmpty else { return self }
        return map { item in
            guard case .move(let move) = item else { return item }
            return .move(move.holding(stated))
        }
    }
}
