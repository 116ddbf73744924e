// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TimelineDocument {
    /// The days that the items touch, each once.
    ///
    /// - Parameters:
    ///   - window: the span to look at; nil for all time.
    ///   - offset: seconds to add to UTC at a moment.
    package func days(during window: TimeSpan?, offset: (Timestamp) -> Int) -> [TimelineDay] {
        var days: [TimelineDay] = []
        for item in items {
            let start = max(item.span.start, window?.start ?? item.span.start)
            let end = min(item.span.end, window?.end ?? item.span.end)
            let touched = TimelineDay.days(of: TimeSpan(start: start, end: end), offset: offset)
            for day in touched where day != days.last { days.append(day) }
        }
        return days
    }

    /// Removes the places without visits.
    package mutating func leaveOutUnvisitedPlaces() {
        let visited = Set(
            items.compactMap { item in
                if case .visit(let visit) = item { visit.placeIdentifier } else { nil }
            })
        places.removeAll { !visited.contains($0.identifier) }
    }
}
