// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineDocument {
    /// The timeline without privacy zones and without hints to their distance.
    ///
    /// The cells that a zone touches (``HiddenArea``) are hidden. So is all time from the last visible position before
    /// to the first one after: the times at which a path ended and a visit began would reveal their distance. That time
    /// becomes a gap. The distances of a cut section are those of the remaining path. An item at an end of the timeline
    /// is treated as if a hidden item followed, since items may have been left out there.
    ///
    /// - Parameter fillsGaps: whether hidden time becomes a gap. In a selection, whose items do not touch, it is left
    ///   out instead.
    package func hiding(_ zones: [PrivacyZone], fillsGaps: Bool = true) -> TimelineDocument {
        guard !zones.isEmpty else { return self }
        let screen = PrivacyScreen(areas: zones.map(HiddenArea.init), places: places)
        var result = TimelineDocument(
            items: [], places: places.filter { !screen.hides(latitude: $0.latitude, longitude: $0.longitude) })
        var rest = items[...]
        while !rest.isEmpty {
            var end = rest.startIndex + 1
            while end < rest.endIndex, rest[end].span.start == rest[end - 1].span.end { end += 1 }
            result.items += screen.shown(of: rest[..<end], fillsGaps: fillsGaps)
            rest = rest[end...]
        }
        return result
    }
}

/// Hides positions and times of a timeline.
struct PrivacyScreen {
    private let areas: [HiddenArea]
    private let placesShown: Set<String>
    private let placesHidden: Set<String>

    init(areas: [HiddenArea], places: [VisitedPlace]) {
        self.areas = areas
        var (shown, hidden) = (Set<String>(), Set<String>())
        for place in places {
            let isHidden = areas.contains { $0.contains(latitude: place.latitude, longitude: place.longitude) }
            if isHidden { hidden.insert(place.identifier) } else { shown.insert(place.identifier) }
        }
        (placesShown, placesHidden) = (shown, hidden)
    }

    /// Whether a position must be hidden.
    func hides(latitude: Double, longitude: Double) -> Bool {
        areas.contains { $0.contains(latitude: latitude, longitude: longitude) }
    }

    private func hides(_ visit: Visit) -> Bool {
        hides(latitude: visit.latitude, longitude: visit.longitude)
            || visit.placeIdentifier.map { placesHidden.contains($0) } ?? false
    }

    // MARK: Time

    /// The hidden time of items that touch, as spans that do not overlap. Visible positions bound them.
    private func hiddenTime(of items: ArraySlice<TimelineItem>) -> [TimeSpan] {
        guard let first = items.first, let last = items.last else { return [] }
        var hidden: [TimeSpan] = []
        var seen = first.span.start
        // Nothing is known beyond an end.
        var isHiding = true
        func note(until time: Timestamp) {
            guard seen < time else { return }
            if let before = hidden.last, before.end == seen {
                hidden[hidden.count - 1] = TimeSpan(start: before.start, end: time)
            } else {
                hidden.append(TimeSpan(start: seen, end: time))
            }
        }
        func show(from start: Timestamp, to end: Timestamp) {
            if isHiding { note(until: start) }
            isHiding = false
            seen = max(seen, end)
        }
        for item in items {
            switch item {
            case .gap: break
            case .visit(let visit):
                if hides(visit) { isHiding = true } else { show(from: visit.span.start, to: visit.span.end) }
            case .move(let move):
                for piece in move.sections.flatMap(\.path) {
                    var last: PathPoint?
                    for point in piece {
                        if hides(latitude: point.latitude, longitude: point.longitude) {
                            isHiding = true
                        } else {
                            if let last, areas.contains(where: { $0.meets(from: last, to: point) }) { isHiding = true }
                            show(from: point.time, to: point.time)
                        }
                        last = point
                    }
                }
            }
        }
        note(until: last.span.end)
        return hidden
    }

    /// The visible parts of items that touch.
    func shown(of items: ArraySlice<TimelineItem>, fillsGaps: Bool) -> [TimelineItem] {
        let hidden = hiddenTime(of: items)
        guard let first = items.first, let last = items.last else { return [] }
        var result: [TimelineItem] = []
        var rest = items
        func show(from start: Timestamp, to end: Timestamp) {
            guard start < end else { return }
            let window = TimeSpan(start: start, end: end)
            rest = rest.drop { $0.span.end <= start }
            result += rest.prefix { $0.span.start < end }.compactMap { shown(of: $0, in: window) }
        }
        var cursor = first.span.start
        for span in hidden {
            show(from: cursor, to: span.start)
            if fillsGaps {
                result.append(.gap(Gap(span: span, isOngoing: last.isOngoing && span.end == last.span.end)))
            }
            cursor = span.end
        }
        show(from: cursor, to: last.span.end)
        return result
    }

    // MARK: Items

    private func shown(of item: TimelineItem, in window: TimeSpan) -> TimelineItem? {
        guard var part = item.clipped(to: window) else { return nil }
        part.isOngoing = item.isOngoing && part.span.end == item.span.end
        switch part {
        case .gap: return part
        case .visit(var visit):
            // An identifier encodes a position. If the place is missing, that may be a hidden one.
            if !(visit.placeIdentifier.map { placesShown.contains($0) } ?? true) { visit.placeIdentifier = nil }
            return .visit(visit)
        case .move(var move):
            guard case .move(let whole) = item else { return nil }
            let spans = Set(whole.sections.map(\.span))
            move.sections = move.sections.map { spans.contains($0.span) ? $0 : shown(of: $0) }
            return .move(move)
        }
    }

    /// A section that was cut, without measurements from beyond the cut.
    private func shown(of section: MoveSection) -> MoveSection {
        var section = section
        // Points with the same time may lie on both sides of the cut.
        section.path = section.path.map { piece in
            piece.filter { !hides(latitude: $0.latitude, longitude: $0.longitude) }
        }.filter { !$0.isEmpty }
        section.distance = section.path.isEmpty ? nil : MoveSection.length(of: section.path)
        section.unobservedDistance = zip(section.path, section.path.dropFirst()).reduce(0) { sum, pieces in
            sum + MoveSection.length(of: [[pieces.0.last, pieces.1.first].compactMap(\.self)])
        }
        section.maximumSpeed = nil
        return section
    }
}
