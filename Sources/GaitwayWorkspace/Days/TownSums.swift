// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
package import GaitwayTimeline

/// The visits of some days by town or country.
package struct TownSums {
    /// One town or country.
    package struct Sum {
        /// Empty far from any town.
        package var country = ""
        package var visits = 0
        package var duration = Duration.zero
        package var days: Set<String> = []
    }

    private let isByCountry: Bool
    /// The sums by name, those with the most time first.
    package let sums: [(name: String, sum: Sum)]

    /// The sums of visits within some days of a timeline.
    package init(_ timeline: TimelineDocument, days: [TimelineDay]) {
        var sums: [String: Sum] = [:]
        var towns: [Position: Town?] = [:]
        for case .visit(let visit) in timeline.items {
            let position = Position(latitude: visit.latitude, longitude: visit.longitude)
            let town = towns[position] ?? Gazetteer.builtIn.nearest(visit.latitude, visit.longitude)
            towns[position] = .some(town)
            let name = town.map { "\($0.name), \($0.country)" } ?? ""
            let before = sums[name] ?? Sum(country: town?.country ?? "")
            var sum = before
            let first = days.partitioningIndex { $0.span.end > visit.span.start }
            for day in days[first...].prefix(while: { $0.span.start < visit.span.end }) {
                let (start, end) = (max(day.span.start, visit.span.start), min(day.span.end, visit.span.end))
                guard start < end else { continue }
                sum.duration += end - start
                sum.days.insert(day.date)
            }
            guard sum.duration > before.duration else { continue }
            sum.visits += 1
            sums[name] = sum
        }
        self.init(isByCountry: false, sums)
    }

    private init(isByCountry: Bool, _ sums: [String: Sum]) {
        self.isByCountry = isByCountry
        self.sums = sums.map { (name: $0, sum: $1) }.sorted { left, right in
            (right.sum.duration, left.name) < (left.sum.duration, right.name)
        }
    }

    /// The sums of the towns' countries.
    package var countries: TownSums {
        var countries: [String: Sum] = [:]
        for (_, sum) in sums {
            var country = countries[sum.country] ?? Sum(country: sum.country)
            country.visits += sum.visits
            country.duration += sum.duration
            country.days.formUnion(sum.days)
            countries[sum.country] = country
        }
        return TownSums(isByCountry: true, countries)
    }

    private struct Position: Hashable {
        var latitude: Double
        var longitude: Double
    }

    private var rows: [[String]] {
        sums.map { name, sum in
            [
                name.isEmpty ? "elsewhere" : name, "\(sum.days.count)", "\(sum.visits)",
                DecimalText.text(sum.duration.inSeconds / 3600, places: 1),
            ]
        }
    }

    /// A row for each, for the terminal.
    package func table(width: Int) -> String {
        var table = TextTable([isByCountry ? "country" : "near", "days", "visits", "hours"], texts: 1)
        for row in rows { table.add(row) }
        return table.text(width: width)
    }

    /// The same as CSV.
    package var csv: String {
        ([[isByCountry ? "country" : "town", "days", "visits", "duration_h"]] + rows).map { CSVText.record($0) }
            .joined()
    }
}
