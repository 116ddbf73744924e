// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

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
                return section.holding(claim)
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

extension MoveSection {
    /// A part shorter than this at an end of a section is not cut off.
    private static let shortestPart = 60.0

    /// The section with a stated activity, cut at the claim's ends. If they share only a small part of either, the
    /// section stays as it is.
    fileprivate func holding(_ claim: StatedActivity) -> [MoveSection] {
        guard span.lies(mostlyIn: claim.span) || claim.span.lies(mostlyIn: span) else { return [self] }
        let start = claim.span.start.seconds(since: span.start) < Self.shortestPart ? span.start : claim.span.start
        let end = span.end.seconds(since: claim.span.end) < Self.shortestPart ? span.end : claim.span.end
        guard start < end, var inside = clipped(to: TimeSpan(start: start, end: end)) else { return [self] }
        if inside.activity != claim.activity { inside.vehicle = nil }
        inside.activity = claim.activity
        (inside.evidence, inside.probability) = (.reports, nil)
        return [
            start > span.start ? clipped(to: TimeSpan(start: span.start, end: start)) : nil, inside,
            end < span.end ? clipped(to: TimeSpan(start: end, end: span.end)) : nil,
        ].compactMap(\.self)
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
