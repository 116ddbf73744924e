import TextFormats

/// Lengths of ways in the terminal.
enum DistanceText {
    /// `840 m` or `4.1 km`.
    static func text(_ metres: Double) -> String {
        metres < 999.5 ? DecimalText.text(metres, places: 0) + " m" : DecimalText.text(metres / 1000, places: 1) + " km"
    }
}
