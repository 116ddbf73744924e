// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// A day with known trips, and the phone's data of it.
struct TripDay {
    /// Days of one kind are pooled.
    let group: String
    let truth: TripTruth
    /// Nil for a still day without a fix.
    let track: Track?

    /// The day's name in the results, such as its date.
    var name: String { truth.name }

    /// The phone's fixes, by time.
    var fixes: [(time: Timestamp, fix: Location)] {
        guard let track else { return [] }
        return track.fixes.compactMap { fix in track.time(of: fix.elapsed).map { ($0, fix) } }
    }

    /// The timeline that the library makes of the day.
    func timeline(policy: TimelinePolicy) -> TimelineDocument {
        guard let track else { return TimelineDocument(items: []) }
        let reports = track.reports.compactMap { report in
            track.time(of: report.activity.elapsed).map { ($0, report.activity) }
        }
        let inOrder = reports.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        var timeline = TimelineDocument(
            items: TimelineSegmenter.timeline(
                fixes: fixes.lazy.map { ($0.time, $0.fix) }, reports: inOrder.map(\.element), policy: policy
            ).items)
        timeline.findPlaces()
        return timeline
    }

    /// The score of a timeline of the day.
    func figures(of timeline: TimelineDocument) -> TripFigures {
        TripEvaluation(timeline.items, truth: truth, fixes: fixes.map { ($0.time, $0.fix.horizontalAccuracy) }).figures
    }
}
