// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The visits to one place: how many, how long, and in which hours of the week.
package struct PlaceFigures: Sendable, Hashable {
    /// The number of visits.
    package private(set) var visits = 0
    /// The time of all visits.
    package private(set) var duration = Duration.zero
    /// The span from the start of the first visit to the end of the last.
    package private(set) var span: TimeSpan
    /// The time in each hour of the week by the local clock: element `24 * d + h` is hour `h` of weekday `d`, where
    /// Monday is 0. An hour that the clock repeats counts twice.
    package private(set) var rhythm = [Duration](repeating: .zero, count: 7 * 24)

    /// The figures of each place that the items visit, by identifier.
    ///
    /// - Parameter offset: seconds to add to UTC at a moment.
    package static func figures(
        of items: [TimelineItem], offset: (Timestamp) -> Int
    ) -> [String: PlaceFigures] {
        var figures: [String: PlaceFigures] = [:]
        for case .visit(let visit) in items {
            guard let place = visit.placeIdentifier else { continue }
            figures[place, default: PlaceFigures(span: visit.span)].add(visit.span, offset)
        }
        return figures
    }

    private init(span: TimeSpan) { self.span = span }

    private mutating func add(_ visit: TimeSpan, _ offset: (Timestamp) -> Int) {
        visits += 1
        duration += visit.duration
        span = TimeSpan(start: min(span.start, visit.start), end: max(span.end, visit.end))
        var start = visit.start
        while start < visit.end {
            let local = start.wholeSeconds + Int64(offset(start))
            let hour = Int64(clamping: (Double(local) / 3600).rounded(.down))
            // Zones change their clocks at whole quarters of an hour, so a quarter has one offset.
            let quarter = Int64(clamping: (Double(start.wholeSeconds) / 900).rounded(.down)) + 1
            let next = min(Timestamp(wholeSeconds: quarter * 900), visit.end)
            // 1970-01-01 was a Thursday, weekday 3.
            rhythm[Int(((hour + 3 * 24) % 168 + 168) % 168)] += next - start
            start = next
        }
    }
}
