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
            case .name(let name, let place): ("name", "\(place.text) is \(quoted: name)")
            case .samePlace(let place, let other): ("same-place", "\(place.text) is \(other.text)")
            }
        return ["\(stored.number)", kind, text, stored.fits ? "" : "fits nothing"]
    }

    /// Which corrections wait for what they fit, for people; nil if none does.
    package static func waiting(_ corrections: [StoredCorrection]) -> String? {
        let numbers = corrections.filter { !$0.fits }.map { "\($0.number)" }
        guard let first = numbers.first else { return nil }
        return numbers.count == 1
            ? "correction \(first) fits nothing yet; it is kept, and holds when the days that it speaks of come in"
            : "corrections \(numbers.joined(separator: ", ")) fit nothing yet; they are kept, and hold when the days that they "
                + "speak of come in"
    }
}
