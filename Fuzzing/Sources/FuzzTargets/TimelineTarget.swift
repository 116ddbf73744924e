// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// Reads any bytes as a timeline, a storyline of Moves, a policy and expected trips. Any error other than `InputError`
/// is a fault. So is a timeline whose items do not touch, or that cannot be read after writing.
enum TimelineTarget: FuzzTarget {
    static let name = "timeline"

    static func take(_ bytes: [UInt8]) {
        let timelines = [try? TimelineDocument(json: bytes), try? MovesStoryline(decoding: bytes).timeline]
        for timeline in timelines.compactMap(\.self) {
            for (before, after) in zip(timeline.items, timeline.items.dropFirst()) {
                precondition(before.span.end == after.span.start)
            }
            let text = TimelineExport.json(timeline)
            guard let again = try? TimelineDocument(json: Array(text.utf8)) else {
                preconditionFailure("written and not read")
            }
            precondition(again.items.count == timeline.items.count)
            use(timeline)
            let (joined, _) = timeline.joined(with: again)
            precondition(joined.items.count >= timeline.items.count { if case .gap = $0 { false } else { true } })
        }
        if let policy = try? TimelinePolicy(json: bytes) {
            guard let same = try? TimelinePolicy(json: Array(policy.json.utf8)) else {
                preconditionFailure("written and not read")
            }
            precondition(same == policy)
        }
        _ = try? TripTruth(csv: bytes, name: "day")
    }

    /// Makes everything from a timeline: exports, one without home, figures.
    static func use(_ timeline: TimelineDocument) {
        _ = TimelineExport.geoJSON(timeline) + TimelineExport.gpx(timeline)
        _ = TimelineExport.csv(timeline) { _ in 3600 } + TimelineExport.kml(timeline)
        let home = PrivacyZone(latitude: 52.5, longitude: 13.25, radius: 300)
        for item in timeline.hiding([home]).items {
            guard case .visit(let visit) = item else { continue }
            precondition(
                abs(visit.latitude - home.latitude) > 0.0015 || abs(visit.longitude - home.longitude) > 0.002,
                "a visit at home is shown")
        }
        _ = TimelineExport.json(timeline.simplified(tolerance: 20))
        // A line for each day of centuries would take long.
        guard let span = timeline.span, span.duration < .seconds(86400 * 400) else { return }
        _ = TimelineExport.moves(timeline) { _ in 3600 }
        let days = TimelineDay.days(of: span) { _ in 3600 }
        for unit in CalendarUnit.allCases {
            let statistics = TimelineStatistics(timeline, days: days, by: unit)
            _ = statistics.json(timeZone: "UTC") + statistics.tripsCSV
        }
    }
}
