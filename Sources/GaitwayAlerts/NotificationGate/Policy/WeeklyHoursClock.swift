// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Finds whether a moment lies in weekly hours and when that changes, also on days when clocks change.
struct WeeklyHoursClock {
    let zone: LocalZone
    let hours: WeeklyHours

    /// How many days ahead a change is looked for.
    private static let outlook: Int64 = 8

    /// Whether a moment lies in the hours, which include their beginning and exclude their end.
    func isOpen(at now: Timestamp) -> Bool { spans(around: now, days: 1).contains { $0.from <= now && now < $0.to } }

    /// When to look again: a moment after `now` before which nothing changes, the next change if it is within a week.
    func nextLook(after now: Timestamp) -> Timestamp {
        let spans = spans(around: now, days: Self.outlook)
        let changes = spans.flatMap { [$0.from, $0.to] }.filter { $0 > now }
        return changes.min() ?? now + .seconds(86400 * (Self.outlook - 2))
    }

    /// When the hours begin next, if that is within a week.
    func nextOpening(after now: Timestamp) -> Timestamp? {
        spans(around: now, days: Self.outlook).map(\.from).filter { $0 > now }.min()
    }

    /// The spans that begin between the day before and `days` days ahead. Days may begin in each other, where clocks
    /// change.
    private func spans(around now: Timestamp, days: Int64) -> [(from: Timestamp, to: Timestamp)] {
        let today = zone.day(at: now)
        return (today - 2...today + days).flatMap { day in
            hours.spans(onDay: day).map { span in
                zone.span(onDay: day, from: Int64(span.from) * 60, to: Int64(span.to) * 60)
            }
        }
    }
}
