// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayPages
import GaitwayTimeline
import GaitwayWorkspace

extension TripsCommand {
    /// Writes the page of some days, if one is asked for.
    func writePage(of timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones) throws {
        guard let report = page.report else { return }
        let selection =
            query.place.map { "visits to \($0)" } ?? query.activity.map { "moves with \($0.rawValue)" }
        let html = DayPage(
            timeline: timeline, tolerance: simplify, days: days, zones: zones,
            subject: .init(
                selection: selection,
                command: GivenArguments(of: Self.self).quoted("gaitway trips")), tiles: try page.map.server()
        ).html
        var results = ResultFiles(replaces: replacing.force)
        results.write(html, to: report)
        try results.finish()
        let size = html.utf8.count
        guard size > DayPage.comfortableSize else { return }
        Diagnostics.line(
            "gaitway: the page has \(size / 1_000_000) MB, which a phone opens slowly; "
                + "--day shows a day of it, --simplify 20 leaves out points of paths")
    }
}
