import Geofencing
import MotionTypes
import NotificationGate
import TextFormats

/// Results of simulations as text.
enum SimulationText {
    /// Rows with columns of one width; the first row is the header.
    static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n") + "\n"
    }

    /// The header of ``summary(_:)``'s rows.
    static let header = [
        "strategy", "policy", "entries", "seen", "missed", "false", "repeated", "median delay", "worst",
        "registrations",
        "delivered", "after deferral", "skipped", "dropped", "waiting",
    ]

    /// One row of figures.
    static func row(_ result: SimulationResult) -> [String] {
        let coverage = result.coverage
        return [
            result.strategy.name, result.policy, "\(coverage.entries)", "\(coverage.seen.count)",
            "\(coverage.missed.count)", "\(coverage.wrong)", "\(coverage.repeated)", seconds(coverage.medianDelay),
            seconds(coverage.worstDelay), "\(coverage.registrations)", "\(result.tally.count(.deliver))",
            "\(result.tally.deferredAndDelivered)", "\(result.tally.count(.skip))", "\(result.tally.count(.drop))",
            "\(result.waiting)",
        ]
    }

    /// The decisions and the figures, for people.
    static func report(_ result: SimulationResult, _ scene: SimulationScene) -> String {
        var rows = [["time", "place", "decision", "reasons"]]
        for decision in result.decisions {
            let time =
                scene.track.origin == nil
                ? String(decision.time.iso8601.dropFirst(11).dropLast()) : decision.time.iso8601
            let others = decision.others > 0 ? " and \(decision.others) more" : ""
            rows.append([
                time, decision.place + others, decision.kind.rawValue,
                decision.reasons.map(\.rawValue).joined(separator: ", "),
            ])
        }
        var text = table(rows) + "\n" + table([header, row(result)])
        let missed = CoverageReport.Reason.allCases.compactMap { reason in
            result.coverage.reasons[reason].map { "\(reason.rawValue) \($0)" }
        }
        if !missed.isEmpty { text += "missed: " + missed.joined(separator: ", ") + "\n" }
        for kind in GateDecision.Kind.allCases {
            let reasons = result.tally.reasons(kind)
            guard !reasons.isEmpty else { continue }
            text += "\(kind.rawValue): "
            text += reasons.map { "\($0.reason.rawValue) \($0.entries)" }.joined(separator: ", ") + "\n"
        }
        return text
    }

    /// The decisions, the entries missed and the figures, one JSON object a line.
    static func ndjson(_ result: SimulationResult, _ scene: SimulationScene) -> String {
        let coverage = result.coverage
        var lines = result.decisions.map(\.json)
        for entry in coverage.missed {
            lines.append(
                "{\"missed\":\(JSONText.quoted(entry.place)),\"edge\":\"\(scene.time(entry.edge).iso8601)\",\"speed\":"
                    + (entry.speed.map { DecimalText.text($0, places: 1) } ?? "null")
                    + ",\"reason\":\"\(entry.reason.rawValue)\"}")
        }
        lines.append(
            "{\"end\":true,\"strategy\":\"\(result.strategy.name)\",\"policy\":\(JSONText.quoted(result.policy)),\"entries\":"
                + "\(coverage.entries),\"seen\":\(coverage.seen.count),\"missed\":\(coverage.missed.count),\"false\":\(coverage.wrong)"
                + ",\"repeated\":\(coverage.repeated),\"median_delay\":\(number(coverage.medianDelay)),\"worst_delay\":"
                + "\(number(coverage.worstDelay)),\"registrations\":\(coverage.registrations),\"delivered\":\(result.tally.count(.deliver))"
                + ",\"delivered_after_deferral\":\(result.tally.deferredAndDelivered),\"skipped\":\(result.tally.count(.skip)),\"dropped\":\(result.tally.count(.drop))"
                + ",\"waiting\":\(result.waiting),\"most_waiting\":\(result.mostWaiting),\"reasons\":{\(reasons(result))}}"
        )
        return lines.joined(separator: "\n") + "\n"
    }

    /// The track as a line, and each place that was entered as a point with its last decision.
    static func geoJSON(_ result: SimulationResult, _ scene: SimulationScene) -> String {
        func point(_ longitude: Double, _ latitude: Double) -> String {
            "[" + DecimalText.text(longitude, places: 7) + "," + DecimalText.text(latitude, places: 7) + "]"
        }
        let line = scene.track.fixes.map { point($0.longitude, $0.latitude) }.joined(separator: ",")
        var features = [
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(line)]},\"properties\":{\"kind\":\"track\"}}"
        ]
        var last: [String: GateDecision] = [:]
        for decision in result.decisions { last[decision.place] = decision }
        let missed = Dictionary(result.coverage.missed.map { ($0.place, $0.reason) }) { first, _ in first }
        for identifier in Set(last.keys).union(missed.keys).sorted() {
            guard let place = scene.place(identifier) else { continue }
            var properties = ["\"kind\":\"place\"", "\"identifier\":" + JSONText.quoted(identifier)]
            properties.append("\"radius\":" + DecimalText.text(place.radius, places: 1))
            if let decision = last[identifier] {
                properties.append("\"decision\":\"\(decision.kind.rawValue)\",\"time\":\"\(decision.time.iso8601)\"")
                let reasons = decision.reasons.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
                properties.append("\"reasons\":[\(reasons)]")
            }
            if let reason = missed[identifier] { properties.append("\"missed\":\"\(reason.rawValue)\"") }
            features.append(
                "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":"
                    + point(place.longitude, place.latitude) + "},\"properties\":{" + properties.joined(separator: ",")
                    + "}}")
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    /// `"drop":{"left":2,"expired":1}`, for each kind that occurs.
    private static func reasons(_ result: SimulationResult) -> String {
        GateDecision.Kind.allCases.compactMap { kind in
            let reasons = result.tally.reasons(kind)
            guard !reasons.isEmpty else { return nil }
            let counts = reasons.map { "\"\($0.reason.rawValue)\":\($0.entries)" }.joined(separator: ",")
            return "\"\(kind.rawValue)\":{\(counts)}"
        }.joined(separator: ",")
    }

    private static func seconds(_ value: Double?) -> String {
        value.map { DecimalText.text($0, places: 1) + " s" } ?? "-"
    }

    private static func number(_ value: Double?) -> String { value.map { DecimalText.text($0, places: 3) } ?? "null" }
}
