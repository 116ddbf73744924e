// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition
import GaitwayReports

/// The repairs of a log: kinds, counts and places.
struct RepairSection {
    let subject: RideSubject
    let ride: RideCollector

    /// The most places of a kind that the table lists.
    private static let mostPlaces = 12

    var section: PageSection {
        let entries = subject.repairs.entries
        return PageSection(
            identifier: "repairs", title: "Gaps and repairs",
            lead: entries.isEmpty
                ? "The log needed no repair, and the accelerometer was never silent for more than half a second."
                : """
                Gaps are exact. Other repairs are located within some thousand samples, as the log is read in blocks.
                """,
            content: entries.isEmpty ? "" : table(entries))
    }

    private func table(_ entries: [(kind: RepairReport.Kind, count: Int)]) -> Markup {
        let rows = entries.map { kind, count -> Markup in
            let places = ride.places.places[kind] ?? []
            let shown = places.prefix(Self.mostPlaces).map { button($0, of: kind) }
            let rest =
                places.count > shown.count
                ? " and \(FigureText.count(places.count - shown.count, "more place", "more places"))" : ""
            return """
                <tr><th scope="row">\(kind.rawValue) <small>\(Self.meaning(kind))</small></th>\
                <td class="number" data-name="how often">\(FigureText.count(count))</td>\
                <td class="long ride-places">\(shown)\(rest)</td></tr>

                """
        }
        return """
            <div class="scroll"><table class="ride-repairs stack">
            <thead><tr><th scope="col">repair</th><th scope="col" class="number">how often</th>\
            <th scope="col">where</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
    }

    /// A button that zooms the drawings to a place.
    private func button(_ place: RepairPlaces.Place, of kind: RepairReport.Kind) -> Markup {
        let (from, to) = (Double(place.from) * 1e-9, Double(place.to) * 1e-9)
        let clock = ClockText.text(wholeSeconds: place.from / 1_000_000_000)
        let text =
            if kind == .gap, place.count == 1 {
                "\(clock), \(DecimalText.text(to - from, places: 1)) s"
            } else {
                "\(clock) to \(ClockText.text(wholeSeconds: place.to / 1_000_000_000))"
                    + (place.count > 1 ? ", \(FigureText.count(place.count))" : "")
            }
        return """
            <button type="button" data-from="\(DecimalText.text(from, places: 2))" data-to="\
            \(DecimalText.text(to, places: 2))">\(text)</button> \

            """
    }

    private static func meaning(_ kind: RepairReport.Kind) -> String {
        switch kind {
        case .outOfOrder: "late rows, put back in order"
        case .tooLate: "rows that came too late, left out"
        case .duplicate: "rows that repeat the row before, left out"
        case .sharedTime: "rows with the same time, spread over the step before"
        case .clockReset: "backward jumps of the clock, undone"
        case .gap: "more than 0.5 s without acceleration, not bridged"
        case .notANumber: "rows with an unusable number, left out"
        case .cutRow: "rows cut off by the end of the file, left out"
        case .badRow: "unreadable rows, left out"
        }
    }
}
