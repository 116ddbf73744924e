// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
package import GaitwayStore
package import GaitwayTimeline

/// Corrections of a store, and what the command says about them.
package struct CorrectionReport {
    private let database: TimelineDatabase
    private let zones: TravelZones

    package init(of database: TimelineDatabase, zones: TravelZones) {
        self.database = database
        self.zones = zones
    }

    /// Keeps a correction and prints its number. One that fits nothing is refused with the nearest items.
    package func keep(_ correction: Correction) throws {
        let kept: StoredCorrection
        do throws(InputError) {
            kept = try database.correct(correction)
        } catch {
            guard error.code == .empty, let span = correction.span else { throw error }
            var refusal = error
            refusal.remedy = "\(error.remedy): \(try nearest(to: span, for: correction))"
            throw refusal
        }
        try print([kept])
    }

    private func nearest(to span: TimeSpan, for correction: Correction) throws -> String {
        let day = Duration.seconds(86_400)
        var near = try database.timeline(
            during: TimeSpan(start: span.start - day, end: span.end + day), withPaths: false)
        guard near.items.isEmpty else {
            near.findTowns()
            return CorrectionText.nearest(to: span, for: correction, in: near, zones)
        }
        guard let whole = try database.span() else { return "the store has no timeline yet" }
        return CorrectionText.extent(whole, zones)
    }

    /// Prints corrections, with the names that their places have now.
    package func print(_ corrections: [StoredCorrection]) throws {
        guard !corrections.isEmpty else { return Diagnostics.note("no corrections") }
        let places = try database.places(of: corrections.map(\.correction)).mapValues { place in
            var place = place
            place.findTown()
            return place
        }
        let rows = corrections.map { CorrectionText.row($0, places, zones) }
        guard let first = rows.first else { return }
        var table = TextTable(first, texts: first.count)
        for row in rows.dropFirst() { table.add(row) }
        try StandardOutput.print(table.text(width: TerminalWidth.columns))
    }

    /// Prints all corrections, and a line about the activities that they make likelier.
    package func printAll() throws {
        let corrections = try database.corrections()
        try print(corrections)
        guard !corrections.isEmpty else { return }
        let modes = try database.statedModes().filter { $0.key != .stationary && $0.key != .walking }
        guard !modes.isEmpty else { return }
        let counts = Activity.allCases.compactMap { mode in modes[mode].map { "\(mode.rawValue) \($0)" } }
        Diagnostics.error(
            "rides by speed alone: your corrections make these likelier from the next log on, "
                + "until you withdraw them: " + counts.joined(separator: ", "))
    }

    /// Adds the corrections of a document, and prints those that the store has then.
    package func add(_ document: CorrectionDocument) throws {
        let corrections = try database.correct(document)
        try print(corrections)
        if let note = CorrectionText.waiting(corrections) { Diagnostics.note(note) }
    }
}
