import TextFormats
import Timeline

extension TripScores {
    /// A row per day, then per group, then the caveats.
    var table: String {
        var rows = [Self.header]
        rows += days.map { Self.row($0.name, $0.figures) }
        rows += pooled.map { Self.row($0.name, $0.figures) }
        return ColumnTable.text(rows) + "\n" + caveats.map { $0 + "\n" }.joined()
    }

    /// An object with the days, the groups and the caveats.
    var json: String {
        let perDay = days.map { $0.figures.json(name: $0.name) }.joined(separator: ",\n")
        let perGroup = pooled.map { $0.figures.json(name: $0.name) }.joined(separator: ",\n")
        let notes = caveats.map(JSONText.quoted).joined(separator: ",\n")
        return "{\"gaitway\":\"trip-evaluation\",\"version\":1,\n\"days\":[\n\(perDay)],\n\"pooled\":[\n\(perGroup)],\n"
            + "\"caveats\":[\n\(notes)]}\n"
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
            let signed = Int(error.signedMedian.rounded())
            return
                "\(Int(error.median.rounded()))/\(Int(error.percentile90.rounded())) (\(signed < 0 ? "" : "+")\(signed))"
        }
        func percent(_ share: Double?) -> String { share.map { "\(Int((100 * $0).rounded()))" } ?? "-" }
        let classes = TripTruth.TravelClass.allCases.map { percent(figures.rightShare($0)) }.joined(separator: "/")
        return [
            name, "\(figures.days)", "\(figures.expected)", "\(figures.blind)", "\(figures.found)", "\(figures.missed)",
            "\(figures.invented)", "\(Double(Int((figures.inventedPerDay * 100).rounded())) / 100)",
            "\(figures.unscripted)",
            "\(figures.cutsAtWaits)", "\(figures.wrongCuts)", edge(figures.startError), edge(figures.endError),
            edge(figures.trackedStartError), edge(figures.trackedEndError), percent(figures.rightShare) + " %", classes,
            percent(figures.rightShareOfLabelled) + " %", "\(figures.sections)", "\(figures.split)",
            "\(figures.merged)",
        ]
    }
}
