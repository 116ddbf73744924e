// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// Right answers by placement of the phone and mode of travel.
struct PlacementSection {
    let report: EvaluationReport

    /// Nil if no ride names a placement.
    var section: PageSection? {
        guard let placements = report.placements else { return nil }
        let rows = placements.groups.flatMap { group -> [PageTable<RecallFigures>.Row] in
            var rows = [PageTable.Row(name: "\(group.placement.rawValue)", subject: group.figures, style: "whole")]
            if let atRest = group.atRest {
                rows.append(.init(name: "at rest<small>all modes of rest</small>", subject: atRest, style: "part"))
            }
            return rows
                + group.modes.map { mode in
                    let swatch: Markup = "<i class=\"swatch \(mode.activity.rawValue)\"></i>"
                    let name = Markup.breaking(group.name(of: mode))
                    return .init(name: "\(swatch)\(name)", subject: mode.figures, style: "part")
                }
        }
        let table = PageTable("placement and mode", style: "stack parts", columns: .recall, rows: rows)
        return PageSection(
            identifier: "placements", title: "Where the phone was", lead: lead(placements),
            content: """
                \(table.markup)
                <p class="aside">The placement comes from the words of the manifest; rides under other name no \
                placement, or several. In each row \
                every data set with 50 windows or more weighs the same. Smaller data sets have no weight unless all \
                are small; the last column counts data sets with a weight. A placement’s own row is the mean over its \
                activities. Over time: the answers of a causal stream along the whole ride.</p>

                """)
    }

    /// The known placement at which rest is recognised least often.
    private func lead(_ placements: PlacementFigures) -> Markup {
        let rests = placements.groups.filter { $0.placement != .other }.compactMap { group in
            group.atRest?.rightOverTime.map { (placement: group.placement, share: $0) }
        }
        guard let least = rests.min(by: { $0.share < $1.share }) else { return "Rides by placement and mode." }
        return """
            Over time, rest is recognised least often at the placement \(least.placement.rawValue): \
            \(FigureText.percent(least.share)).
            """
    }
}

extension [PageTable<RecallFigures>.Column] {
    /// The shares answered right, and what they are of.
    static var recall: Self {
        [
            .strong(.right(places: 0)), .strong(.rightOverTime(places: 0)), .figure(.windows),
            .figure(
                .init("mostly wrong as") {
                    .text($0.mostlyTakenFor.map { $0.prediction.name + " " + FigureText.percent($0.share) })
                }),
            .figure(.hours), .figure(.rides), .figure(.people), .figure(.dataSets),
        ]
    }
}
