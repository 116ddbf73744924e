// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

extension TripScores {
    /// A row per day, then per pool, then the caveats, for a reader of `width` columns.
    package func table(width: Int) -> String {
        var table = TextTable(Self.header)
        for row in days + pooled { table.add(Self.row(row.name, row.figures)) }
        return table.text(width: width) + (caveats.isEmpty ? "" : "\n")
            + caveats.map { TextWidth.wrapped($0, width: width) }.joined()
    }

    private static let header = [
        "", "days", "trips", "blind", "found", "missed", "invented", "per 24 h", "unscripted", "cuts: at waits",
        "wrong",
        "start s: median/p90 (signed)", "end s: median/p90 (signed)", "tracked: start", "end", "right mode",
        "foot/cycling/automotive", "of labelled", "sections", "split", "merged",
    ]

    private static func row(_ name: String, _ figures: TripFigures) -> [String] {
        func edge(_ error: TripFigures.EdgeError?) -> String {
            guard let error else { return "-" }
            let signed = Int(clamping: error.signedMedian.rounded())
            return
                "\(Int(clamping: error.median.rounded()))/\(Int(clamping: error.percentile90.rounded())) "
                + "(\(signed < 0 ? "" : "+")\(signed))"
        }
        let classes = TripTruth.TravelClass.allCases
            .map { FigureText.decimal(figures.rightShare($0).map { 100 * $0 }, places: 0) }.joined(separator: "/")
        return [
            name, "\(figures.days)", "\(figures.expected)", "\(figures.blind)", "\(figures.found)", "\(figures.missed)",
            "\(figures.invented)", FigureText.decimal(figures.inventedPerDay, places: 2),
            "\(figures.unscripted)",
            "\(figures.cutsAtWaits)", "\(figures.wrongCuts)", edge(figures.startError), edge(figures.endError),
            edge(figures.trackedStartError), edge(figures.trackedEndError), FigureText.percent(figures.rightShare),
            classes,
            FigureText.percent(figures.rightShareOfLabelled), "\(figures.sections)", "\(figures.split)",
            "\(figures.merged)",
        ]
    }
}
