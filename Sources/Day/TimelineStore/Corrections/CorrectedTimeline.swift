import MotionTypes
import Timeline

/// Items to which corrections are applied one after the other. Each correction applies to the result of the earlier
/// ones.
struct CorrectedTimeline: Sendable {
    /// The items in time order; each ends where the next begins.
    private(set) var items: [TimelineItem]

    /// A boundary within this distance of a wanted split counts as the split, in seconds.
    static let nearBoundary = 30.0

    /// Starts with derived items.
    init(_ items: [TimelineItem]) { self.items = items }

    /// Applies a correction; returns false if it fits nothing.
    mutating func apply(_ correction: Correction) -> Bool {
        switch correction {
        case .activity(let activity, let span): setActivity(activity, during: span)
        case .split(let time): split(at: time)
        case .visit(let span): mergeIntoVisit(during: span)
        case .move(let span): mergeIntoMove(during: span)
        case .name, .radius, .samePlace: true
        }
    }

    // MARK: An activity

    /// Sections that lie mostly in the span take the activity. A section that is longer than the span is cut.
    private mutating func setActivity(_ activity: Activity, during span: TimeSpan) -> Bool {
        var fits = false
        for index in items.indices where items[index].span.overlaps(span) {
            guard case .move(var move) = items[index] else { continue }
            let corrected = move.sections.map { $0.corrected(to: activity, during: span) }
            guard corrected.contains(where: { $0 != nil }) else { continue }
            fits = true
            move.sections = zip(move.sections, corrected).flatMap { $1 ?? [$0] }.joiningNeighbours()
            items[index] = .move(move)
        }
        return fits
    }

    // MARK: A split

    private mutating func split(at time: Timestamp) -> Bool {
        guard let index = items.firstIndex(where: { $0.span.start <= time && time <= $0.span.end }) else {
            return false
        }
        let span = items[index].span
        let before = TimeSpan(start: span.start, end: time)
        let after = TimeSpan(start: time, end: span.end)
        guard before.seconds > Self.nearBoundary, after.seconds > Self.nearBoundary,
            var first = items[index].clipped(to: before), var second = items[index].clipped(to: after)
        else { return true }
        first.isOngoing = false
        // The distance across the whole gap does not apply to its parts.
        for part in [first, second] {
            guard case .gap(var gap) = part else { continue }
            gap.displacement = nil
            if part == first { first = .gap(gap) } else { second = .gap(gap) }
        }
        items.replaceSubrange(index...index, with: [first, second])
        return true
    }

    // MARK: Merges

    /// The items that lie mostly in the span.
    private func range(during span: TimeSpan) -> ClosedRange<Int>? {
        let inside = items.indices.filter { items[$0].span.lies(mostlyIn: span) }
        guard let first = inside.first, let last = inside.last else { return nil }
        return first...last
    }

    /// Whether one item of a kind already covers most of the span.
    private func isCovered(_ span: TimeSpan, by isOfKind: (TimelineItem) -> Bool) -> Bool {
        items.contains { isOfKind($0) && span.lies(mostlyIn: $0.span) }
    }

    private mutating func mergeIntoVisit(during span: TimeSpan) -> Bool {
        guard let range = range(during: span), range.count > 1, let merged = Visit(merging: items[range]) else {
            return isCovered(span) { if case .visit = $0 { true } else { false } }
        }
        items.replaceSubrange(range, with: [.visit(merged)])
        return true
    }

    private mutating func mergeIntoMove(during span: TimeSpan) -> Bool {
        guard let range = range(during: span), range.count > 1, let merged = Move(merging: items[range]) else {
            return isCovered(span) { if case .move = $0 { true } else { false } }
        }
        items.replaceSubrange(range, with: [.move(merged)])
        return true
    }
}
