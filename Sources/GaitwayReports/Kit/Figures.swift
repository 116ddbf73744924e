// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

/// How figures look in one medium.
package protocol FigureStyle {
    /// The space between a number and its unit.
    static var space: String { get }
    /// The text for a figure that does not exist.
    static var absent: String { get }
    /// The sign of a negative count.
    static var minus: String { get }
    /// The text before every three digits of a count.
    static var separator: String { get }
    /// A share above 99 % and below 100 % gets a decimal, so that it does not read as perfect.
    static var tellsNearlyAll: Bool { get }
}

/// A terminal or a pipe: 7-bit characters.
package enum TerminalStyle: FigureStyle {
    package static let space = " "
    package static let absent = "-"
    package static let minus = "-"
    package static let separator = ""
    package static let tellsNearlyAll = false
}

typealias FigureText = Figures<TerminalStyle>

/// Figures as text for people: one look for every percentage, distance, duration and count.
package enum Figures<Style: FigureStyle> {
    /// A number with `places` decimals, three if you do not say.
    package static func decimal(_ value: Double?, places: Int = 3) -> String {
        value.map { DecimalText.text($0, places: places) } ?? Style.absent
    }

    /// A difference with its sign: `+0.012`.
    package static func signed(_ value: Double?, places: Int = 3) -> String {
        guard let value else { return Style.absent }
        let text = decimal(value, places: places)
        return text.hasPrefix("-") ? Style.minus + text.dropFirst() : "+" + text
    }

    /// Both ends of the interval of a difference: `-0.004 to +0.012`.
    package static func signed(_ interval: FigureInterval?) -> String {
        interval.map { signed($0.lower) + " to " + signed($0.upper) } ?? Style.absent
    }

    /// A share from 0 to 1 as a percentage: `87 %`.
    package static func percent(_ share: Double?, places: Int = 0) -> String {
        guard let share else { return Style.absent }
        let isNearlyAll = Style.tellsNearlyAll && share > 0.99 && share < 1
        return unit(DecimalText.text(100 * share, places: isNearlyAll ? max(places, 1) : places), "%")
    }

    /// The shares of a whole as percentages. If the parts are all of it, the percentages sum to 100: those with the
    /// largest remainders are rounded up.
    package static func percents(_ parts: [Duration], of whole: Duration) -> [String] {
        guard whole > .zero else { return parts.map { _ in Style.absent } }
        let shares = parts.map { max(0, $0 / whole) }
        let hasNearlyAll = Style.tellsNearlyAll && shares.contains { $0 > 0.99 && $0 < 1 }
        let units = hasNearlyAll ? 1000.0 : 100.0
        let exact = shares.map { units * $0 }
        var rounded = exact.map { $0.rounded(.down) }
        let missing = Int(clamping: (exact.reduce(0, +) - rounded.reduce(0, +)).rounded())
        let byRemainder = exact.indices.sorted { exact[$0] - rounded[$0] > exact[$1] - rounded[$1] }
        for index in byRemainder.prefix(missing) { rounded[index] += 1 }
        return rounded.map { percent($0 / units, places: hasNearlyAll ? 1 : 0) }
    }

    /// Both ends of an interval: `0.812 to 0.934`.
    package static func range(_ interval: FigureInterval?) -> String {
        interval.map { decimal($0.lower) + " to " + decimal($0.upper) } ?? Style.absent
    }

    /// A count, with its digits in groups of three where the style separates them.
    package static func count(_ count: Int) -> String {
        var digits = Array(String(count.magnitude)).map(String.init)
        for position in stride(from: digits.count - 3, to: 0, by: -3) {
            digits[position] = Style.separator + digits[position]
        }
        return (count < 0 ? Style.minus : "") + digits.joined()
    }

    /// A count with its noun: `1 ride`, `2 rides`.
    package static func count(_ number: Int, _ one: String, _ many: String) -> String {
        count(number) + " " + (number == 1 ? one : many)
    }

    /// `1,204 steps`; nil for none.
    package static func steps(_ steps: Int?) -> String? {
        steps.flatMap { $0 > 0 ? count($0, "step", "steps") : nil }
    }

    /// Metres, or kilometres from one on: `840 m`, `4.1 km`, `1,204 km`.
    package static func distance(_ metres: Double) -> String {
        if metres < 999.5 { return unit(DecimalText.text(metres, places: 0), "m") }
        let kilometres = metres / 1000
        return unit(
            kilometres < 999.95 ? DecimalText.text(kilometres, places: 1) : count(Int(clamping: kilometres.rounded())),
            "km")
    }

    /// Metres per second as kilometres per hour: `12.5 km/h`.
    package static func speed(_ metresPerSecond: Double) -> String {
        unit(DecimalText.text(metresPerSecond * 3.6, places: 1), "km/h")
    }

    /// Seconds with one decimal: `12.5 s`.
    package static func seconds(_ time: Duration?) -> String {
        time.map { unit(DecimalText.text($0.inSeconds, places: 1), "s") } ?? Style.absent
    }

    /// A time by a clock, in hours, minutes and seconds: `1:02:03`.
    package static func clock(_ time: Duration) -> String { ClockText.text(seconds: time.inSeconds) }

    /// Hours with two decimals: `1.25 h`.
    package static func hours(_ hours: Double) -> String { unit(DecimalText.text(hours, places: 2), "h") }

    /// A time in its two largest units: `45 s`, `38 min`, `1 h 12 min`, and from 100 h on whole hours.
    package static func duration(_ seconds: Double) -> String {
        guard seconds >= 59.5 else { return unit(String(Int(clamping: max(0, seconds).rounded())), "s") }
        let minutes = Int(clamping: (seconds / 60).rounded())
        guard minutes >= 60 else { return unit(String(minutes), "min") }
        guard minutes < 6000 else { return unit(count(Int(clamping: (seconds / 3600).rounded())), "h") }
        return unit(String(minutes / 60), "h") + (minutes % 60 == 0 ? "" : " " + unit(String(minutes % 60), "min"))
    }

    private static func unit(_ number: String, _ unit: String) -> String { number + Style.space + unit }
}
