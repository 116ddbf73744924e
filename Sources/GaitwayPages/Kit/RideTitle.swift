// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline

/// What a page about one ride is called: `Ride of 4 May 2026, 5 min`, or by its log's name without a clock.
struct RideTitle {
    let text: String

    /// - Parameters:
    ///   - name: the log's name.
    ///   - origin: the wall-clock time of elapsed 0; nil for a log without a clock.
    ///   - zone: the zone whose clock the page shows; nil likewise.
    init(_ name: String, origin: Timestamp?, zone: LocalZone?, duration: Duration) {
        let day = origin.flatMap { origin in zone?.days(of: TimeSpan(start: origin, end: origin)).first }
        text = "Ride " + (day.map { "of " + $0.words } ?? name) + ", " + FigureText.duration(duration.inSeconds)
    }
}
