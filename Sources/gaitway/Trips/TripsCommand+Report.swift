import MotionTypes
import Pages
import Timeline

extension TripsCommand {
    /// Writes the page of some days, if one is asked for.
    func writePage(of timeline: TimelineDocument, _ days: [TimelineDay]) throws {
        guard let report = page.report else { return }
        let selection =
            query.place.map { "visits to \($0)" } ?? query.activity.map { "moves with \($0.rawValue)" }
        let html = DayPage(
            timeline: timeline, tolerance: simplify, days: days, zone: input.zone,
            subject: .init(selection: selection, command: quoted), tiles: try page.tileServer()
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

    /// The command that gives the page again: file names without the folders of one machine.
    private var quoted: String {
        var command = QuotedCommand("gaitway trips")
        command.add("--store", file: store.store)
        for track in input.track { command.add("--track", file: track) }
        command.add("--activities", file: input.activities)
        command.add("--day", input.day?.text)
        command.add("--from", span.from?.text)
        command.add("--to", span.to?.text)
        disclosure.add(to: &command)
        command.add("--place", query.place)
        command.add("--activity", query.activity?.rawValue)
        command.add("--policy", file: input.policy)
        command.add("--shortest-visit", input.shortestVisit.map { "\($0)" })
        command.add("--trip-ending-pause", input.tripEndingPause.map { "\($0)" })
        command.add("--simplify", simplify)
        command.add("--time-zone", input.zone.name)
        command.add("--report", file: page.report)
        command.add("--tiles", page.tiles)
        command.add("--tiles-credit", page.tilesCredit)
        return command.text
    }
}
