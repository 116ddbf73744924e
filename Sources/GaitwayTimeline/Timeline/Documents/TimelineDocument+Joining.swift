// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineDocument {
    /// This timeline, with its gaps and the time around it filled from `other`.
    ///
    /// The visits and moves of this timeline stay. Those of the other are cut where the two overlap. Time that neither
    /// covers is a gap. If both have a place with the same identifier, this timeline's counts. What the other states
    /// about the time of both goes into this timeline's moves, see ``stated(by:)``.
    ///
    /// - Returns: the joined timeline, and how much of the other's visits and moves was cut off.
    package func joined(with other: TimelineDocument) -> (timeline: TimelineDocument, cut: Duration) {
        let own = stated(by: other).items.filter { !$0.isGap }
        var added: [TimelineItem] = []
        var cut = Duration.zero
        var first = 0
        for item in other.items where !item.isGap {
            while first < own.count, own[first].span.end <= item.span.start { first += 1 }
            var cursor = item.span.start
            var index = first
            var kept = Duration.zero
            func keep(until end: Timestamp) {
                guard cursor < end, let part = item.clipped(to: TimeSpan(start: cursor, end: end)) else { return }
                added.append(part)
                kept += part.span.duration
            }
            while index < own.count, own[index].span.start < item.span.end {
                keep(until: own[index].span.start)
                cursor = max(cursor, own[index].span.end)
                index += 1
            }
            keep(until: item.span.end)
            cut += item.span.duration - kept
        }
        var all = (own + added).sorted { $0.span.start < $1.span.start }
        // Only the last item can be ongoing.
        for index in all.indices.dropLast() where all[index].isOngoing { all[index].isOngoing = false }
        return (
            TimelineDocument(
                items: Self.filled(all, gaps: (items + other.items).filter(\.isGap)), places: merged(other)),
            cut
        )
    }

    private func merged(_ other: TimelineDocument) -> [VisitedPlace] {
        let known = Set(places.map(\.identifier))
        return places + other.places.filter { !known.contains($0.identifier) }
    }

    /// Items with gaps between them. Gaps that one of the timelines had keep their fields.
    private static func filled(_ items: [TimelineItem], gaps: [TimelineItem]) -> [TimelineItem] {
        let ends = (items + gaps).map(\.span)
        guard let start = ends.map(\.start).min(), let end = ends.map(\.end).max() else { return [] }
        let known = Dictionary(gaps.map { ($0.span, $0) }) { first, _ in first }
        var result: [TimelineItem] = []
        var cursor = start
        func fill(until moment: Timestamp) {
            guard cursor < moment else { return }
            let span = TimeSpan(start: cursor, end: moment)
            result.append(known[span] ?? .gap(Gap(span: span)))
        }
        for item in items {
            fill(until: item.span.start)
            result.append(item)
            cursor = item.span.end
        }
        fill(until: end)
        return result
    }
}
