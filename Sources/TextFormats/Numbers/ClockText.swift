/// Lengths of time as text for people.
package enum ClockText {
    /// Hours, minutes and seconds, as `1:02:03`; below 0 as 0.
    package static func text(seconds: Double) -> String {
        text(wholeSeconds: Int64(max(0, min(seconds, 1e12)).rounded()))
    }

    /// The same of whole seconds.
    package static func text(wholeSeconds seconds: Int64) -> String {
        let whole = max(0, seconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
