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
        JSONWriter.line { json in
            json.object { json in
                DocumentFormat(kind: "trip-evaluation", version: 1).write(to: &json)
                Self.list("days", days, to: &json) { day, json in
                    json.append(json: day.figures.json(name: day.name))
                }
                Self.list("pooled", pooled, to: &json) { group, json in
                    json.append(json: group.figures.json(name: group.name))
                }
                Self.list("caveats", caveats, to: &json) { caveat, json in json.append(caveat) }
            }
        }
    }

    /// A list, one element a line; a list without any is a line end in brackets.
    private static func list<Element>(
        _ key: String, _ elements: [Element], to json: inout JSONWriter,
        _ write: (_ element: Element, _ json: inout JSONWriter) -> Void
    ) {
        json.newLine()
        json.array(key) { json in
            if elements.isEmpty { json.newLine() }
            for element in elements {
                json.newLine()
                write(element, &json)
            }
        }
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
