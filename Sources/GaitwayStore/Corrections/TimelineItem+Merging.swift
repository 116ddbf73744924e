// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension Visit {
    /// Several items merged into one visit, at the place of the longest visit among them, or nil.
    init?(merging items: ArraySlice<TimelineItem>) {
        var visits: [Visit] = []
        var activities: [ReportedSpan] = []
        var silence = Duration.zero
        for item in items {
            switch item {
            case .visit(let visit):
                visits.append(visit)
                activities += visit.activities
                silence = max(silence, visit.longestSilence)
            case .move(let move):
                activities += move.sections.filter { $0.activity != .stationary }.map {
                    ReportedSpan(activity: $0.activity, span: $0.span)
                }
            case .gap(let gap): silence = max(silence, gap.span.duration)
            }
        }
        guard let longest = visits.max(by: { $0.span.seconds < $1.span.seconds }), let first = items.first,
            let last = items.last
        else { return nil }
        self = longest
        span = TimeSpan(start: first.span.start, end: last.span.end)
        fixCount = visits.reduce(0) { $0 + $1.fixCount }
        longestSilence = silence
        self.activities = activities
        steps = TimelineDay.steps(of: Array(items), in: span)
        isOngoing = last.isOngoing
    }
}

extension Move {
    /// Several items merged into one move; nil if there is no move among them.
    ///
    /// Visits become pauses. The time of a gap goes to the section before it, or else to the one after it. The distance
    /// across the gap counts as unobserved.
    init?(merging items: ArraySlice<TimelineItem>) {
        var sections: [MoveSection] = []
        var hasMove = false
        var openGap: Gap?
        func add(_ section: MoveSection) {
            var section = section
            if let gap = openGap {
                section.span.start = gap.span.start
                section.unobservedDistance += gap.displacement ?? 0
                openGap = nil
            }
            sections.append(section)
        }
        for item in items {
            switch item {
            case .visit(let visit):
                var pause = MoveSection(span: visit.span, activity: .stationary, evidence: .correction)
                pause.steps = visit.steps
                add(pause)
            case .move(let move):
                hasMove = true
                for section in move.sections { add(section) }
            case .gap(let gap) where sections.isEmpty: openGap = gap
            case .gap(let gap):
                sections[sections.count - 1].span.end = gap.span.end
                sections[sections.count - 1].unobservedDistance += gap.displacement ?? 0
            }
        }
        guard hasMove, let first = items.first, let last = items.last else { return nil }
        self.init(
            span: TimeSpan(start: first.span.start, end: last.span.end), sections: sections, isOngoing: last.isOngoing)
    }
}
