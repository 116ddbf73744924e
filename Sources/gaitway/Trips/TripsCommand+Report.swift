// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayPages
import GaitwayTimeline
import GaitwayWorkspace

extension TripsCommand {
    /// Writes the page and the picture of some days, if they are asked for.
    func writePage(of timeline: TimelineDocument, _ days: [TimelineDay], _ zones: TravelZones) throws {
        guard page.isAskedFor else { return }
        let picture = try page.drawing.file(replaces: replacing.force)
        let selection =
            query.place.map { "visits to \($0)" } ?? query.activity.map { "moves with \($0.rawValue)" }
        let shown = DayPage(
            timeline: timeline, tolerance: simplify, days: days, zones: zones,
            subject: .init(
                selection: selection,
                command: GivenArguments(of: Self.self).quoted("gaitway trips")), tiles: try page.map.server())
        try picture?.write(shown.picture())
        guard let report = page.report else { return }
        let html = shown.html
        var results = ResultFiles(replaces: replacing.force)
        results.write(html, to: report)
        try results.finish()
        let size = html.utf8.count
        guard size > DayPage.comfortableSize else { return }
        Diagnostics.note(
            "the page has \(size / 1_000_000) MB, which a phone opens slowly; "
                + "--day shows a day of it, --simplify 20 leaves out points of paths")
    }
}
