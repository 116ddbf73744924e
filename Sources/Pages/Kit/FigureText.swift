import Evaluation
import TextFormats

/// Figures as a page shows them; a dash for what does not exist.
enum FigureText {
    /// Three decimals.
    static func decimal(_ value: Double?, places: Int = 3) -> String {
        value.map { DecimalText.text($0, places: places) } ?? "–"
    }

    /// Whole per cent, with a thin space that does not break; a share above 99 % that is not all has a decimal, so that nothing seems perfect.
    static func percent(_ share: Double?, places: Int = 0) -> String {
        guard let share else { return "–" }
        let isNearlyAll = share > 0.99 && share < 1
        return DecimalText.text(100 * share, places: isNearlyAll ? max(places, 1) : places) + "\u{202F}%"
    }

    /// From where to where.
    static func range(_ interval: FigureInterval?) -> String {
        interval.map { decimal($0.lower) + " to " + decimal($0.upper) } ?? "–"
    }

    /// A count with a comma before every three digits.
    static func count(_ count: Int) -> String {
        var digits = Array(String(count.magnitude))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return (count < 0 ? "−" : "") + String(digits)
    }

    /// A count with its noun.
    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        count(number) + " " + (number == 1 ? one : many)
    }

    /// Metres, or kilometres from one on: `840 m`, `4.1 km`, `1,204 km`.
    ///
    /// - Parameter space: what stands between number and unit; it does not break.
    static func distance(_ metres: Double, space: String) -> String {
        if metres < 999.5 { return DecimalText.text(metres, places: 0) + space + "m" }
        return metres < 99_950
            ? DecimalText.text(metres / 1000, places: 1) + space + "km"
            : count(Int((metres / 1000).rounded())) + space + "km"
    }

    /// One decimal at the most, as SVG and CSS take it.
    static func coordinate(_ value: Double) -> String {
        let text = DecimalText.text(value, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
