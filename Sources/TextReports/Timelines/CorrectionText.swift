import MotionTypes
package import Timeline
package import TimelineStore

/// Corrections for people.
package enum CorrectionText {
    /// Number, kind, what it says, and whether it fits nothing: a row's cells, with times by the clock of a zone.
    package static func row(_ stored: StoredCorrection, _ zone: LocalZone) -> [String] {
        func time(_ moment: Timestamp) -> String { zone.text(of: moment) + " " + zone.parts(of: moment).offset }
        func span(_ span: TimeSpan) -> String { "\(time(span.start)) to \(time(span.end))" }
        let (kind, text) =
            switch stored.correction {
            case .activity(let activity, let during): ("activity", "\(activity.rawValue), \(span(during))")
            case .split(let moment): ("split", time(moment))
            case .visit(let during): ("merge visit", span(during))
            case .move(let during): ("merge move", span(during))
            case .name(let name, let place): ("name", "\(place) is \"\(name)\"")
            case .samePlace(let place, let other): ("same-place", "\(place) is \(other)")
            }
        return ["\(stored.number)", kind, text, stored.fits ? "" : "fits nothing"]
    }
}
