// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The trips from one place to another.
package struct FrequentTrip: Sendable, Hashable {
    /// The identifier of the first place.
    package let from: String
    /// The identifier of the second place.
    package let to: String
    /// The number of trips.
    package let count: Int
    /// The median time from the start of a trip to its end.
    package let medianDuration: Duration
    /// The median of the known distances in metres; nil if none is known.
    package let medianDistance: Double?

    /// The trips that begin within a span and lead from a visit to a visit, the most frequent first.
    ///
    /// - Returns: the trips between known places, and how many moves begin or end elsewhere.
    static func trips(of items: ArraySlice<TimelineItem>, in span: TimeSpan) -> (trips: [FrequentTrip], others: Int) {
        struct Ends: Hashable {
            var from: String
            var to: String
        }
        var moves: [Ends: [Move]] = [:]
        var others = 0
        for index in items.indices {
            guard case .move(let move) = items[index], move.span.start >= span.start, move.span.start < span.end else {
                continue
            }
            guard let from = place(of: items, at: index - 1), let to = place(of: items, at: index + 1) else {
                others += 1
                continue
            }
            moves[Ends(from: from, to: to), default: []].append(move)
        }
        let trips = moves.map { ends, moves in
            FrequentTrip(
                from: ends.from, to: ends.to, count: moves.count,
                medianDuration: Quantile.median(of: moves.map(\.span.duration)) ?? .zero,
                medianDistance: Quantile.median(of: moves.compactMap(Self.distance)))
        }
        return (trips.sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }, others)
    }

    /// Metres along a whole move; nil if a part is unknown.
    private static func distance(of move: Move) -> Double? {
        let known = move.sections.compactMap(\.distance)
        return known.count == move.sections.count ? known.reduce(0, +) : nil
    }

    private static func place(of items: ArraySlice<TimelineItem>, at index: Int) -> String? {
        guard items.indices.contains(index), case .visit(let visit) = items[index] else { return nil }
        return visit.placeIdentifier
    }
}
