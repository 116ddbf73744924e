// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayReports
package import GaitwayTimeline

/// A timeline for a terminal: its days, or the sums of months if there are many.
package struct TripsText {
    /// In columns.
    package let width: Int
    /// Whether places are shown with their identifiers.
    package let showsIdentifiers: Bool

    package init(width: Int, showsIdentifiers: Bool) {
        self.width = width
        self.showsIdentifiers = showsIdentifiers
    }

    /// The most days that the table shows one by one, unless they are asked for.
    private static let mostDays = 7

    /// The days, or their sums.
    ///
    /// - Parameters:
    ///   - range: whether the user named the days: they are then shown also if they are empty.
    ///   - asksForDays: whether each day is shown, however many there are.
    package func text(
        _ timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones, hasRange: Bool, asksForDays: Bool
    ) -> String {
        // The days at its ends show the years of a gap.
        let full = hasRange ? days : days.filter { timeline.holdsSomething(during: $0.span) }
        return full.count > Self.mostDays && !asksForDays ? summary(timeline, full) : table(timeline, full, zones)
    }

    /// A block for each day; for a log without a wall clock, one for all.
    package func table(_ timeline: TimelineDocument, _ days: [TimelineDay] = [], _ zones: TravelZones? = nil) -> String
    {
        TimelineTable(timeline: timeline, zones: zones, width: width, showsIdentifiers: showsIdentifiers).text(of: days)
    }

    /// The sums of each month, and how to see the days.
    private func summary(_ timeline: TimelineDocument, _ days: [TimelineDay]) -> String {
        let note =
            "\(days.count) days. --days shows each of them, --day \(days.last?.date ?? "") one of them, and "
            + "gaitway trips stats further sums."
        return statistics(TimelineStatistics(timeline, days: days, by: .month), timeline).periods + "\n"
            + TextWidth.wrapped(note, width: width)
    }

    /// The tables of some statistics.
    package func statistics(_ statistics: TimelineStatistics, _ timeline: TimelineDocument) -> StatisticsTable {
        StatisticsTable(
            statistics, titles: PlaceTitles(timeline.places, showsIdentifiers: showsIdentifiers), width: width)
    }
}
