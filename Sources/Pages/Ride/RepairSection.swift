internal import MotionTypes
internal import SensorLogs
internal import TextFormats

/// What was repaired in a log, how often, and where.
struct RepairSection {
    let subject: RideSubject
    let ride: RideCollector

    /// So many places of a kind stand in the table.
    private static let mostPlaces = 12

    var section: PageSection {
        let entries = subject.repairs.entries
        return PageSection(
            identifier: "repairs", title: "Gaps and repairs",
            lead: entries.isEmpty
                ? "Nothing in the log had to be repaired, and the accelerometer was never silent for more than half a second."
                : "Gaps are exact. Other repairs are placed as nearly as reading tells, which goes by some thousand samples at a time.",
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
                <td class="number" data-name="how often">\(FigureText.count(count))</td><td class="long ride-places">\(shown)\(rest)</td></tr>

                """
        }
        return """
            <div class="scroll"><table class="ride-repairs stack">
            <thead><tr><th scope="col">repair</th><th scope="col" class="number">how often</th><th scope="col">where</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>

            """
    }

    /// A place, which a press shows in the drawings.
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
            <button type="button" data-from="\(DecimalText.text(from, places: 2))" data-to="\(DecimalText.text(to, places: 2))">\(text)</button> \

            """
    }

    private static func meaning(_ kind: RepairReport.Kind) -> String {
        switch kind {
        case .outOfOrder: "rows that came late, put back in their places"
        case .tooLate: "rows too late to be put back, left out"
        case .duplicate: "rows that repeat the one before, left out"
        case .sharedTime: "rows of one time, spread over the step before"
        case .clockReset: "jumps back of the clock, undone"
        case .gap: "steps of more than 0.5 s between accelerations, never bridged"
        case .notANumber: "rows without a usable number, left out"
        case .cutRow: "rows cut off by the end of the file, left out"
        case .badRow: "rows that cannot be read, left out"
        }
    }
}
