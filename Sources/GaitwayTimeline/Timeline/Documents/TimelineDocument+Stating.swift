// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension TimelineDocument {
    /// This timeline with what another states about the same time:
    ///
    /// - the kind of vehicle, for sections by vehicle without one;
    /// - the distance, where silences leave this timeline's unknown or shorter;
    /// - visits that their source confirmed, in place of guesses from sparse fixes.
    func stated(by other: TimelineDocument) -> TimelineDocument {
        let sections = other.items.flatMap { item -> [MoveSection] in
            guard case .move(let move) = item else { return [] }
            return move.sections.filter { $0.vehicle != nil || $0.wholeDistance != nil }
        }
        let confirmed = other.items.compactMap { item -> Visit? in
            if case .visit(let visit) = item, visit.isConfirmed { visit } else { nil }
        }
        guard !sections.isEmpty || !confirmed.isEmpty else { return self }
        var copy = self
        copy.items = copy.items.flatMap { $0.withoutGuesses(during: confirmed) }
        var first = 0
        for index in copy.items.indices {
            guard case .move(var move) = copy.items[index] else { continue }
            while first < sections.count, sections[first].span.end <= move.span.start { first += 1 }
            for stated in sections[first...].prefix(while: { $0.span.start < move.span.end }) {
                move.sections = move.sections.flatMap { $0.stated(by: stated) }
            }
            copy.items[index] = .move(move)
        }
        return copy
    }
}

extension MoveSection {
    /// The section, or its parts, with the vehicle and the distance of a stated one of the same activity.
    fileprivate func stated(by stated: MoveSection) -> [MoveSection] {
        guard activity == stated.activity, span.overlaps(stated.span) else { return [self] }
        if let kind = stated.vehicle, vehicle == nil {
            return changed(during: stated.span) { part in
                part.vehicle = kind
                part.take(distanceOf: stated)
            } ?? [self]
        }
        guard span.lies(mostlyIn: stated.span) else { return [self] }
        var copy = self
        copy.take(distanceOf: stated)
        return [copy]
    }

    /// Takes the share of a stated distance, if silences hide some of this section's way.
    private mutating func take(distanceOf stated: MoveSection) {
        guard let whole = stated.wholeDistance, stated.span.seconds > 0, distance == nil || unobservedDistance > 0,
            let common = span.clipped(to: stated.span)
        else { return }
        let share = whole * common.seconds / stated.span.seconds
        unobservedDistance = max(unobservedDistance, share - (distance ?? 0))
    }
}

extension TimelineItem {
    /// The parts outside of confirmed visits, if this is a guess from sparse fixes; otherwise the item.
    fileprivate func withoutGuesses(during confirmed: [Visit]) -> [TimelineItem] {
        guard isGuess else { return [self] }
        var parts = [self]
        let first = confirmed.partitioningIndex { $0.span.end > span.start }
        for visit in confirmed[first...].prefix(while: { $0.span.start < span.end }) {
            if case .visit(let own) = self, own.isNear(visit) { continue }
            parts = parts.flatMap { part -> [TimelineItem] in
                guard part.span.overlaps(visit.span) else { return [part] }
                let before = TimeSpan(start: part.span.start, end: max(part.span.start, visit.span.start))
                let after = TimeSpan(start: min(part.span.end, visit.span.end), end: part.span.end)
                return [part.clipped(to: before), part.clipped(to: after)].compactMap(\.self)
            }
        }
        return parts
    }

    /// Whether it has less than a fix in ten minutes, or more way in silences than along its path.
    private var isGuess: Bool {
        switch self {
        case .visit(let visit): Double(visit.fixCount) * 600 < visit.span.seconds && !visit.isConfirmed
        case .move(let move):
            move.sections.allSatisfy { $0.evidence != .correction }
                && move.sections.reduce(0) { $0 + ($1.distance ?? 0) }
                    <= move.sections.reduce(0) { $0 + $1.unobservedDistance }
        case .gap: true
        }
    }
}

extension Visit {
    /// Whether another visit may be at the same place.
    fileprivate func isNear(_ other: Visit) -> Bool {
        Ellipsoid.shortDistance(latitude, longitude, other.latitude, other.longitude) <= 2 * VisitedPlace.defaultRadius
    }
}
