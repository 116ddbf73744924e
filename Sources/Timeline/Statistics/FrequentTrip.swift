internal import MotionTypes

/// How often somebody went from one place to another.
package struct FrequentTrip: Sendable, Hashable {
    /// The identifier of the place where it begins.
    package let from: String
    /// The identifier of the place where it ends.
    package let to: String
    /// How many times.
    package let count: Int
    /// Half of them took no longer.
    package let medianDuration: Duration
    /// Half of those whose distance is known were no longer, in metres; nil if none is.
    package let medianDistance: Double?

    /// The trips that begin within a stretch of time and lead from a visit to a visit, the most frequent first.
    ///
    /// - Returns: those between known places, and how many moves begin or end elsewhere.
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
                medianDuration: median(moves.map(\.span.duration)) { ($0 + $1) / 2 } ?? .zero,
                medianDistance: median(moves.compactMap(Self.distance)) { ($0 + $1) / 2 })
        }
        return (trips.sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }, others)
    }

    /// Metres along the whole of a move; nil if a part is not known.
    private static func distance(of move: Move) -> Double? {
        let known = move.sections.compactMap(\.distance)
        return known.count == move.sections.count ? known.reduce(0, +) : nil
    }

    private static func place(of items: ArraySlice<TimelineItem>, at index: Int) -> String? {
        guard items.indices.contains(index), case .visit(let visit) = items[index] else { return nil }
        return visit.placeIdentifier
    }

    private static func median<Value: Comparable>(_ values: [Value], middle: (Value, Value) -> Value) -> Value? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return middle(sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    }
}
