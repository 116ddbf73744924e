import MotionTypes
import TextFormats

/// Lengths of time and way, for people.
enum RunText {
    /// `1:02:03`.
    static func time(_ length: Duration) -> String { ClockText.text(seconds: length.inSeconds) }

    /// Metres, or kilometres from one on.
    static func distance(_ metres: Double) -> String {
        FigureText.distance(metres, space: "\u{202F}")
    }

    /// Seconds with one decimal.
    static func seconds(_ length: Duration?) -> String {
        length.map { DecimalText.text($0.inSeconds, places: 1) + "\u{202F}s" } ?? "–"
    }
}
