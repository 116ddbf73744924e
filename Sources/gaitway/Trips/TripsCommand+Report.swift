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
        var results = ResultFiles()
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
        var words = ["gaitway trips"]
        func add(_ option: String, _ value: String?) {
            if let value { words.append(option + " " + Self.quoted(value)) }
        }
        add("--store", store.store.map(FileName.last))
        for track in input.track { add("--track", FileName.last(track)) }
        add("--activities", input.activities.map(FileName.last))
        add("--day", input.day?.text)
        add("--place", query.place)
        add("--activity", query.activity?.rawValue)
        add("--policy", input.policy.map(FileName.last))
        add("--shortest-visit", input.shortestVisit.map { "\($0)" })
        add("--trip-ending-pause", input.tripEndingPause.map { "\($0)" })
        add("--simplify", simplify.map { "\($0)" })
        add("--time-zone", input.zone.name)
        add("--report", page.report.map(FileName.last))
        add("--tiles", page.tiles)
        add("--tiles-credit", page.tilesCredit)
        return words.joined(separator: " ")
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._/:+,".utf8.contains(byte)
        }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
