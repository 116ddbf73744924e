package import MotionTypes
package import NotificationGate
package import TextFormats

/// What a session tells those who watch it.
package enum LiveEvent: Sendable {
    /// A window's report.
    case report(ActivityReport)
    /// The same, where it is a line of the stream of changes too.
    case change(ActivityReport)
    /// What would happen to an alert has changed.
    case outlook(GateWatch.Outlook, elapsed: Duration)
    /// How strong the motion was.
    case envelope(Envelope.Piece)
    /// What the gate decided about a place, and when, counted from elapsed 0.
    case decision(GateDecision, elapsed: Duration)
    /// The session is over.
    case end
}

extension GateDecision {
    /// Writes it as the page reads it.
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

extension GateWatch.Outlook {
    /// Writes it as the page reads it.
    package func write(elapsed: Duration, to json: inout JSONWriter) {
        json.object { json in
            json.add("elapsed", seconds: elapsed, places: 3)
            json.add("allowed", isAllowed)
            json.add("reason", reason?.rawValue)
            json.add("text", text)
        }
    }
}
