internal import MotionTypes

extension TimelineItem {
    /// The part of it within a stretch of time; nil when there is none.
    ///
    /// Of a section that is cut, the distances are shared out by time, since a path is no more than the points it has.
    func clipped(to window: TimeSpan) -> TimelineItem? {
        guard let span = span.clipped(to: window) else { return nil }
        guard span != self.span else { return self }
        switch self {
        case .visit(var visit):
            visit.span = span
            visit.activities = visit.activities.compactMap { reported in
                reported.span.clipped(to: span).map { ReportedSpan(activity: reported.activity, span: $0) }
            }
            return .visit(visit)
        case .move(var move):
            move.span = span
            move.sections = move.sections.compactMap { $0.clipped(to: span) }
            return move.sections.isEmpty ? nil : .move(move)
        case .gap(var gap):
            gap.span = span
            return .gap(gap)
        }
    }
}

extension TimeSpan {
    /// What it shares with another stretch; nil when that has no length.
    func clipped(to window: TimeSpan) -> TimeSpan? {
        let part = TimeSpan(start: max(start, window.start), end: min(end, window.end))
        return part.start < part.end ? part : nil
    }
}

extension MoveSection {
    fileprivate func clipped(to window: TimeSpan) -> MoveSection? {
        guard let part = span.clipped(to: window) else { return nil }
        guard part != span else { return self }
        var copy = self
        copy.span = part
        let share = part.duration / span.duration
        copy.distance *= share
        copy.unobservedDistance *= share
        copy.path = path.map { piece in piece.filter { $0.time >= part.start && $0.time <= part.end } }
            .filter { !$0.isEmpty }
        return copy
    }
}
