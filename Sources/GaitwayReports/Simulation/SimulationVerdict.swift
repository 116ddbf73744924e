// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayReplay

/// What came of a ride, in sentences: `No alert while driving. 2 of 12 stories came late, by 7 and 11 min.`
package struct SimulationVerdict: Sendable, Hashable {
    package let text: String

    /// An alert is late if it comes later after the entry. It may always wait for a shared alert.
    static let late = Duration.seconds(180)
    private static let mostNamed = 3

    /// The verdict on a replay whose decisions were kept.
    package init(_ result: ReplayResult) {
        let outcomes = EntryOutcome.outcomes(of: result.decisions)
        self.init(
            driving: result.alertsWhileDriving,
            delays: outcomes.filter { $0.last.kind == .deliver }.map { $0.last.time - $0.last.entered },
            silent: outcomes.count { $0.last.kind == .skip || $0.last.kind == .drop },
            waiting: outcomes.count { $0.last.kind == .defer }, missed: result.coverage.missed.count)
    }

    /// - Parameters:
    ///   - driving: the number of alerts while driving; nil if that is not known.
    ///   - delays: of the alerts that came, each from its entry.
    ///   - silent: the number of entries that ended without an alert.
    ///   - waiting: the number of entries that still wait.
    ///   - missed: the number of entries that the phone missed.
    init(driving: Int?, delays: [Duration], silent: Int, waiting: Int, missed: Int) {
        var sentences: [String] = []
        switch driving {
        case nil: sentences.append("Whether an alert came while driving is not known.")
        case 0: sentences.append("No alert while driving.")
        case let count?: sentences.append("\(Self.count(count, "alert", "alerts")) while driving.")
        }
        let all = delays.count + silent + waiting
        let late = delays.filter { $0 > Self.late }.sorted()
        if all == 0 {
            sentences.append("No place was entered.")
        } else if late.isEmpty {
            sentences.append(
                delays.count == all
                    ? "All \(Self.count(all, "story", "stories")) came in time."
                    : "\(delays.count) of \(Self.count(all, "story", "stories")) came, none of them late.")
        } else {
            sentences.append(
                "\(late.count) of \(Self.count(all, "story", "stories")) came late, by \(Self.times(late)).")
        }
        if silent > 0 { sentences.append("\(silent) ended without an alert.") }
        if waiting > 0 { sentences.append("\(waiting) still \(waiting == 1 ? "waits" : "wait").") }
        if missed > 0 { sentences.append("The phone missed \(Self.count(missed, "entry", "entries")).") }
        text = sentences.joined(separator: " ")
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    /// `7 and 11 min`, or `4 to 31 min` for many.
    private static func times(_ delays: [Duration]) -> String {
        let minutes = delays.map { FigureText.decimal($0.inSeconds / 60, places: 0) }
        guard let first = minutes.first, let last = minutes.last else { return "" }
        guard minutes.count <= mostNamed else { return "\(first) to \(last) min" }
        let head = minutes.dropLast().joined(separator: ", ")
        return (head.isEmpty ? last : head + " and " + last) + " min"
    }
}
