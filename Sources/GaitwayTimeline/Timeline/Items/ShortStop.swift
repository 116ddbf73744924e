// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A stop within a move that is too short for a visit to an unknown place, and long enough for one to a known place.
package struct ShortStop: Sendable, Hashable {
    /// The span of time.
    package var span: TimeSpan
    /// Degrees north of its fixes.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// Root mean square distance of its fixes from their centre, in metres.
    package var spread: Double
    /// The number of its fixes.
    package var fixCount: Int
    /// The longest time in it without a fix.
    package var longestSilence: Duration
    /// Whether reports speak of it, and tell neither a wait in traffic nor a walk. Without them a stop looks like such
    /// a wait, and a single earlier visit does not make it a visit.
    package var isTold: Bool

    /// The visits that make a place well known.
    package static let fewestVisits = 2

    package init(
        span: TimeSpan, latitude: Double, longitude: Double, spread: Double, fixCount: Int, longestSilence: Duration,
        isTold: Bool
    ) {
        self.span = span
        self.latitude = latitude
        self.longitude = longitude
        self.spread = spread
        self.fixCount = fixCount
        self.longestSilence = longestSilence
        self.isTold = isTold
    }
}

extension [TimelineItem] {
    /// The items with a visit in the place of each short stop at a known place, if the path leads there: wrong fixes
    /// that alternate between two places make stops, too.
    ///
    /// - Parameter place: the identifier of the known place at a stop; nil if none is known there.
    package func visiting(_ place: (ShortStop) throws -> String?) rethrows -> [TimelineItem] {
        try flatMap { item -> [TimelineItem] in
            guard case .move(let move) = item, !move.stops.isEmpty else { return [item] }
            var items: [TimelineItem] = []
            var rest: TimelineItem? = item
            for stop in move.stops {
                guard let now = rest, let identifier = try place(stop), let span = stop.span.clipped(to: now.span)
                else { continue }
                let before = now.clipped(to: TimeSpan(start: now.span.start, end: span.start))
                let after = now.clipped(to: TimeSpan(start: span.end, end: now.span.end))
                guard stop.isReached(by: before?.points.last, at: span.start),
                    stop.isReached(by: after?.points.first, at: span.end)
                else { continue }
                items += before.map { [$0] } ?? []
                items.append(
                    .visit(
                        Visit(
                            span: span, latitude: stop.latitude, longitude: stop.longitude, spread: stop.spread,
                            fixCount: stop.fixCount, longestSilence: stop.longestSilence,
                            placeIdentifier: identifier)))
                rest = after
            }
            items += rest.map { [$0] } ?? []
            for index in items.indices.dropLast() { items[index].isOngoing = false }
            if let last = items.indices.last { items[last].isOngoing = item.isOngoing }
            return items
        }
    }
}

extension ShortStop {
    /// Whether a path that has a point at a moment is in the place then.
    fileprivate func isReached(by point: PathPoint?, at time: Timestamp) -> Bool {
        guard let point, point.time == time else { return true }
        return Ellipsoid.distance(latitude, longitude, point.latitude, point.longitude) <= TimelinePolicy().widestPlace
    }
}

extension TimelineItem {
    /// The points of all paths of a move.
    fileprivate var points: [PathPoint] {
        if case .move(let move) = self { move.sections.flatMap(\.path).flatMap(\.self) } else { [] }
    }
}
