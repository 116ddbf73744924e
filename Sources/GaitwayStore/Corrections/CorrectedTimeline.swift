// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// Items to which corrections are applied one after the other. Each correction applies to the result of the earlier
/// ones.
struct CorrectedTimeline {
    /// The items in time order; each ends where the next begins.
    private(set) var items: [TimelineItem]
    /// Finds the place that a correction means; nil for one that is not in the store.
    private let place: (PlaceReference) throws -> VisitedPlace?

    /// A boundary within this distance of a wanted split counts as the split, in seconds.
    static let nearBoundary = 30.0

    /// Starts with derived items.
    init(_ items: [TimelineItem], place: @escaping (PlaceReference) throws -> VisitedPlace?) {
        self.items = items
        self.place = place
    }

    /// Applies a correction; returns false if it fits nothing.
    mutating func apply(_ correction: Correction) throws -> Bool {
        switch correction {
        case .activity(let activity, let span): changeSections(during: span) { $0.correct(to: activity) }
        case .vehicle(let vehicle, let span): changeSections(during: span) { $0.correct(to: vehicle) }
        case .split(let time): split(at: time)
        case .visit(let span): mergeIntoVisit(during: span)
        case .move(let span): mergeIntoMove(during: span)
        case .stay(let reference, let span): try place(reference).map { stay(at: $0, during: span) } ?? false
        case .gap(let span): replace(span) { span, _ in .gap(Gap(span: span)) }
        case .trip(let activity, let path, let span):
            replace(span) { span, _ in
                .move(Move(span: span, sections: [path.section(activity, during: span)]))
            }
        case .boundary(let time, let other): moveBoundary(at: time, to: other)
        case .name, .radius, .samePlace: true
        }
    }

    // MARK: Sections

    /// Changes the sections that lie mostly in the span. A section that is longer than the span is cut.
    private mutating func changeSections(during span: TimeSpan, _ change: (inout MoveSection) -> Void) -> Bool {
        var fits = false
        for index in items.indices where items[index].span.overlaps(span) {
            guard case .move(var move) = items[index] else { continue }
            let corrected = move.sections.map { $0.changed(during: span, change) }
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
            var first = items[index].part(in: before), let second = items[index].part(in: after)
        else { return true }
        first.isOngoing = false
        items.replaceSubrange(index...index, with: [first, second])
        return true
    }

    // MARK: Spans that a person states

    /// Puts an item in place of all that lies in the span. Remains of other items that are too short to be cut off
    /// become part of it.
    private mutating func replace(_ span: TimeSpan, by item: (TimeSpan, [TimelineItem]) -> TimelineItem) -> Bool {
        let touched = items.indices.filter { items[$0].span.overlaps(span) }
        guard let first = touched.first, let last = touched.last else { return false }
        let whole = TimeSpan(start: items[first].span.start, end: items[last].span.end)
        var span = TimeSpan(start: max(span.start, whole.start), end: min(span.end, whole.end))
        if span.start.seconds(since: whole.start) <= Self.nearBoundary { span.start = whole.start }
        if whole.end.seconds(since: span.end) <= Self.nearBoundary { span.end = whole.end }
        let (head, tail) = (
            items[first].part(in: TimeSpan(start: whole.start, end: span.start)),
            items[last].part(in: TimeSpan(start: span.end, end: whole.end))
        )
        let inside = items[first...last].compactMap { $0.clipped(to: span) }
        var parts = [head, item(span, inside), tail].compactMap { $0 }
        for index in parts.indices.dropLast() { parts[index].isOngoing = false }
        items.replaceSubrange(first...last, with: parts)
        return true
    }

    private mutating func stay(at place: VisitedPlace, during span: TimeSpan) -> Bool {
        replace(span) { span, inside in
            var visit =
                Visit(merging: inside[...])
                ?? Visit(span: span, latitude: place.latitude, longitude: place.longitude, fixCount: 0)
            visit.span = span
            (visit.latitude, visit.longitude) = (place.latitude, place.longitude)
            visit.placeIdentifier = place.identifier
            visit.isConfirmed = true
            return .visit(visit)
        }
    }

    /// Moves the boundary of two items that is nearest to a moment, within both.
    private mutating func moveBoundary(at time: Timestamp, to other: Timestamp) -> Bool {
        func distance(_ index: Int) -> Duration {
            let gap = items[index].span.end - time
            return max(gap, .zero - gap)
        }
        guard let index = items.indices.dropLast().min(by: { distance($0) < distance($1) }),
            distance(index) <= Correction.boundaryReach
        else { return false }
        let (before, after) = (items[index], items[index + 1])
        guard before.span.start < other, other < after.span.end else { return false }
        guard let first = before.ending(at: other), let second = after.beginning(at: other) else { return false }
        items.replaceSubrange(index...index + 1, with: [first, second])
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

extension TimelineItem {
    /// The part within a span. The distance across a whole gap does not apply to its parts.
    fileprivate func part(in span: TimeSpan) -> TimelineItem? {
        guard let part = clipped(to: span) else { return nil }
        guard case .gap(var gap) = part, gap.span != self.span else { return part }
        gap.displacement = nil
        return .gap(gap)
    }
}
