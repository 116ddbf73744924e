// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline

/// Fits the model of rides, judges it on people that it has not seen, and prints both.
enum RideStudy {
    static func run(days: String, rides: String, manifest: String, note: (String) -> Void) throws -> String {
        let tracks = try LabelledTrack.rides(of: manifest, in: rides, note: note) + LabelledTrack.days(days)
        let fit = RideFit(tracks)
        note("\(tracks.count) tracks; people: \(fit.people)")
        var table = RideTable(motions: tracks.motions())
        for (person, tracks) in Dictionary(grouping: tracks, by: \.person).sorted(by: { $0.key < $1.key }) {
            let model = try fit.model(without: person)
            for track in tracks { table.add(track, model) }
        }
        // The model that ships has not seen the days, which are reported on.
        let rows = try fit.model(without: LabelledTrack.carrier).coefficients.map { row in
            "[" + row.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: ", ") + "],"
        }
        return table.text + "\n\n" + rows.joined(separator: "\n") + "\n"
    }
}
