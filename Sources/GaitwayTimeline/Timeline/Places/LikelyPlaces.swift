// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The places where a person likely lives and works, by the hours spent there.
package struct LikelyPlaces: Sendable, Hashable {
    /// The place with most of the time between midnight and six; nil without three such nights, or if no place has half
    /// of that time.
    package let home: String?
    /// The other place with the most time between nine and five on weekdays; nil without three such days of three
    /// hours.
    package let work: String?

    private static let fewestDays = 3
    private static let leastHours = Duration.seconds(3 * 3600)

    /// The likely places of a timeline.
    ///
    /// - Parameter offset: seconds to add to UTC at a moment.
    package init(_ timeline: TimelineDocument, offset: (Timestamp) -> Int) {
        var nights: [String: Sum] = [:]
        var days: [String: Sum] = [:]
        for case .visit(let visit) in timeline.items {
            guard let place = visit.placeIdentifier else { continue }
            for day in TimelineDay.days(of: visit.span, offset: offset) {
                func time(from: Int64, to: Int64) -> Duration {
                    let window = TimeSpan(start: day.span.start + .seconds(from), end: day.span.start + .seconds(to))
                    return visit.span.clipped(to: window)?.duration ?? .zero
                }
                nights[place, default: Sum()].add(time(from: 0, to: 6 * 3600), on: day.date)
                guard !["Saturday", "Sunday"].contains(day.weekday) else { continue }
                days[place, default: Sum()].add(time(from: 9 * 3600, to: 17 * 3600), on: day.date)
            }
        }
        let whole = nights.values.reduce(Duration.zero) { $0 + $1.whole }
        let home = Self.longest(nights).flatMap { nights[$0].map(\.whole) ?? .zero >= whole / 2 ? $0 : nil }
        self.home = home
        days[home ?? ""] = nil
        work = Self.longest(days)
    }

    /// The place with the most time on enough days; of equal ones the first by identifier.
    private static func longest(_ sums: [String: Sum]) -> String? {
        sums.filter { $0.value.days.values.count { $0 >= leastHours } >= fewestDays }
            .max { ($0.value.whole, $1.key) < ($1.value.whole, $0.key) }?.key
    }

    /// Time at a place, in all and of each day.
    private struct Sum {
        var whole = Duration.zero
        var days: [String: Duration] = [:]

        mutating func add(_ time: Duration, on day: String) {
            guard time > .zero else { return }
            whole += time
            days[day, default: .zero] += time
        }
    }
}
