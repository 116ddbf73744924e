package import LocalTime
import MotionTypes
import Timeline
package import TimelineStore

/// Corrections as text for the terminal.
package enum CorrectionText {
    /// The cells of a row: number, kind, content, and a note if it fits nothing. Times are by the clock of a zone.
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

    /// A note on corrections that fit nothing yet; nil if all fit.
    package static func waiting(_ corrections: [StoredCorrection]) -> String? {
        let numbers = corrections.filter { !$0.fits }.map { "\($0.number)" }
        guard let first = numbers.first else { return nil }
        return numbers.count == 1
            ? "correction \(first) fits nothing yet; it is kept, and applies as soon as its days come in"
            : "corrections \(numbers.joined(separator: ", ")) fit nothing yet; they are kept, and apply as soon as "
                + "their days come in"
    }
}
