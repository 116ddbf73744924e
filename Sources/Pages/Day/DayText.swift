import TextFormats

/// Lengths of time and of ways as the page says them.
enum DayText {
    /// `45 s`, `38 min` or `1 h 12 min`; the spaces do not break.
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 59.5 else { return "\(Int(max(0, seconds).rounded()))\u{A0}s" }
        let minutes = Int((seconds / 60).rounded())
        guard minutes >= 60 else { return "\(minutes)\u{A0}min" }
        let rest = minutes % 60 == 0 ? "" : "\u{A0}\(minutes % 60)\u{A0}min"
        return "\(minutes / 60)\u{A0}h" + rest
    }

    /// `840 m`, `4.1 km` or `1,204 km`.
    static func distance(_ metres: Double) -> String {
        if metres < 999.5 { return DecimalText.text(metres, places: 0) + "\u{A0}m" }
        return metres < 99_950
            ? DecimalText.text(metres / 1000, places: 1) + "\u{A0}km"
            : FigureText.count(Int((metres / 1000).rounded())) + "\u{A0}km"
    }
}
