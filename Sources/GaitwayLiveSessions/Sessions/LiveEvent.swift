// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase

/// An event that a session reports to its listeners.
package enum LiveEvent: Sendable {
    /// A window's report.
    case report(ActivityReport)
    /// A line of the stream of changes.
    case change(ActivityReport)
    /// The gate's outlook has changed.
    case outlook(GateOutlook, elapsed: Duration)
    /// The strength of the motion in tenths of a second.
    case envelope(Envelope.Piece)
    /// The gate decided about a place; the time counts from elapsed 0.
    case decision(GateDecision, elapsed: Duration)
    /// A fix that was released; its time counts from elapsed 0.
    case fix(Location)
    /// The session is over.
    case end
}

extension GateDecision {
    /// Writes the JSON that the page reads.
    package func write(elapsed: Duration, to json: inout JSONWriter) {
        json.object { json in
            json.add("elapsed", seconds: elapsed, places: 3)
            json.add("place", place)
            json.add("decision", kind.rawValue)
            json.add("reasons", reasons.map(\.rawValue))
            json.add("text", Self.sentence(kind, reasons, of: place))
        }
    }

    private static func sentence(_ kind: Kind, _ reasons: [GateReason], of place: String) -> String {
        let why = reasons.first.map { ": \($0.explanation)" } ?? ""
        return switch kind {
        case .deliver: "The alert of \(place) is shown\(why)."
        case .defer: "The alert of \(place) waits\(why)."
        case .skip: "The alert of \(place) is skipped\(why)."
        case .drop: "The alert of \(place) is dropped\(why)."
        }
    }
}

extension GateOutlook {
    /// The first thing that would hold an alert back, in a sentence.
    package var text: String {
        holds.first.map { "An alert would be held back: \($0.explanation)." } ?? "An alert would be shown now."
    }

    /// Writes the JSON that the page reads.
    package func write(elapsed: Duration, to json: inout JSONWriter) {
        json.object { json in
            json.add("elapsed", seconds: elapsed, places: 3)
            json.add("allowed", holds.isEmpty)
            json.add("reason", holds.first?.rawValue)
            json.add("text", text)
        }
    }
}
