// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TimelineDocument {
    /// The days that the items touch, each once.
    ///
    /// - Parameters:
    ///   - window: the span to look at; nil for all time.
    ///   - daysOf: the days that a span touches.
    package func days(during window: TimeSpan?, of daysOf: (TimeSpan) -> [TimelineDay]) -> [TimelineDay] {
        var days: [TimelineDay] = []
        for item in items {
            let start = max(item.span.start, window?.start ?? item.span.start)
            let end = min(item.span.end, window?.end ?? item.span.end)
            for day in daysOf(TimeSpan(start: start, end: end)) where day != days.last { days.append(day) }
        }
        return days
    }

    /// Whether a span has more than gaps. A stray day brings years around it that have none.
    package func holdsSomething(during span: TimeSpan) -> Bool { !items[items.range(of: span)].allSatisfy(\.isGap) }

    /// Removes the places without visits.
    package mutating func leaveOutUnvisitedPlaces() {
        let visited = Set(
            items.compactMap { item in
                if case .visit(let visit) = item { visit.placeIdentifier } else { nil }
            })
        places.removeAll { !visited.contains($0.identifier) }
    }
}
