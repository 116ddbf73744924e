// SPDX-License-Identifier: Apache-2.0
/// Conversions between seconds and nanoseconds.
///
/// The API uses `Duration`. Loops over samples count `Int64` nanoseconds, formulas take `Double` seconds, and files
/// have decimals. All conversions between them are here.
package enum Nanoseconds {
    /// The nanoseconds in a second.
    @inlinable
    package static var perSecond: Int64 { 1_000_000_000 }

    /// Nanoseconds in seconds: the nearest `Double`.
    @inlinable
    package static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    @inlinable
    package static func seconds(_ nanoseconds: Double) -> Double { nanoseconds / 1e9 }

    /// Nanoseconds in seconds by a multiplication. It is faster in a loop and may miss the nearest `Double` by one unit
    /// in the last place. Existing files and figures depend on that last place.
    @inlinable
    package static func product(_ nanoseconds: Int64) -> Double { Double(nanoseconds) * 1e-9 }

    /// Seconds in nanoseconds, not rounded to whole ones.
    @inlinable
    package static func unrounded(_ seconds: Double) -> Double { seconds * 1e9 }

    /// Seconds in nanoseconds, rounded and clamped to the range; NaN gives the largest value.
    @inlinable
    package static func rounded(_ seconds: Double) -> Int64 { clamped(unrounded(seconds)) }

    /// Nanoseconds, rounded and clamped to the range; NaN gives the largest value.
    @inlinable
    package static func clamped(_ nanoseconds: Double) -> Int64 {
        let nanoseconds = nanoseconds.rounded()
        return nanoseconds < 9.2e18 ? (nanoseconds > -9.2e18 ? Int64(proven: nanoseconds) : .min) : .max
    }

    /// The nanoseconds between samples at a rate per second.
    package static func step(rate: Double) -> Double { 1e9 / rate }

    /// Seconds in nanoseconds, clamped to the range.
    @inlinable
    package static func whole(_ seconds: Int64) -> Int64 {
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
        return overflow ? (seconds < 0 ? .min : .max) : nanoseconds
    }

    /// The nanoseconds of a text in seconds with at most nine decimals; nil for other text and from 9e9 s on.
    package static func exactly(_ text: String) -> Int64? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int64(Substring($0), in: -8_999_999_999...8_999_999_999) }) else {
            return nil
        }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        guard parts.count == 2 else { return whole * perSecond }
        guard parts[1].count <= 9, var fraction = Int64(Substring(parts[1]), in: 0...999_999_999) else { return nil }
        for _ in parts[1].count..<9 { fraction *= 10 }
        return whole * perSecond + (isNegative ? -fraction : fraction)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, the rest cut off, clamped to the range.
    package var wholeNanoseconds: Int64 {
        // The parts of a longer duration may not fit into Int64.
        guard self < .nanoseconds(Int64.max) else { return .max }
        guard self > .nanoseconds(Int64.min) else { return .min }
        let parts = components
        let (seconds, overflow) = parts.seconds.multipliedReportingOverflow(by: Nanoseconds.perSecond)
        let (sum, sumOverflow) = seconds.addingReportingOverflow(parts.attoseconds / Nanoseconds.perSecond)
        return overflow || sumOverflow ? (parts.seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds: the `Double` nearest to its nanoseconds. Setting it rounds to the nanosecond.
    package var inSeconds: Double {
        get { Nanoseconds.seconds(wholeNanoseconds) }
        set { self = Duration(inSeconds: newValue) }
    }

    /// `seconds`, rounded to the nanosecond and clamped to the range of `Int64`.
    package init(inSeconds seconds: Double) { self = .nanoseconds(Nanoseconds.rounded(seconds)) }
}

extension Timestamp {
    /// The moment `seconds` after 1970, to the precision of a Double.
    package init(seconds: Double) { self.init(nanoseconds: Nanoseconds.rounded(seconds)) }

    /// The moment `seconds` after 1970, clamped to the range.
    package init(wholeSeconds seconds: Int64) { self.init(nanoseconds: Nanoseconds.whole(seconds)) }

    /// Seconds since 1970, as the nearest `Double`; today its resolution is 0.3 µs.
    package var seconds: Double { Nanoseconds.seconds(nanoseconds) }

    /// The time since 1970.
    package var sinceEpoch: Duration { .nanoseconds(nanoseconds) }

    /// Whole seconds since 1970, rounded down.
    package var wholeSeconds: Int64 { nanoseconds.flooringDivision(by: Nanoseconds.perSecond) }

    /// Seconds from another moment to this one, also if the difference in nanoseconds exceeds Int64.
    package func seconds(since other: Timestamp) -> Double {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
        return overflow ? seconds - other.seconds : Nanoseconds.seconds(difference)
    }
}

/// Lengths of time as text for people.
package enum ClockText {
    /// Hours, minutes and seconds, as `1:02:03`; below 0 as 0.
    package static func text(seconds: Double) -> String {
        text(wholeSeconds: Int64(clamping: max(0, min(seconds, 1e12)).rounded()))
    }

    /// The same of whole seconds.
    package static func text(wholeSeconds seconds: Int64) -> String {
        let whole = max(0, seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
