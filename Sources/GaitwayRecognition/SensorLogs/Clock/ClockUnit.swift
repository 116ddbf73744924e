// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The unit in which a log's clock counts, as a power of ten in nanoseconds: found from the first times.
enum ClockUnit {
    /// The times that nanoseconds since 1970 are taken for: 1990 to 2100.
    private static let epochs = 631_152_000.0...4_102_444_800.0

    /// A step without its last digits, which come from subtracting decimal fractions.
    static func shown(_ step: Double) -> Double {
        step.magnitude < 1e6 ? Nanoseconds.seconds(Nanoseconds.rounded(step)) : step
    }

    /// The name of the unit of 10^`exponent` nanoseconds.
    static func name(of exponent: Int) -> String {
        switch exponent {
        case 9: "seconds"
        case 6: "milliseconds"
        case 3: "microseconds"
        default: "nanoseconds"
        }
    }

    /// The unit, if the log is then as fast as a motion sensor. A clock that counts from another moment, as
    /// microseconds or nanoseconds since the start of the phone do, may pass through such numbers, too.
    ///
    /// Microseconds since 1970 are rare and lie where nanoseconds of an uptime of days do: they must go with 5 Hz or
    /// more.
    static func epochExponent(_ value: Double, step: Double) -> Int? {
        guard let exponent = epochExponent(value) else { return nil }
        var scale = 1.0
        for _ in 0..<exponent { scale *= 10 }
        return Nanoseconds.seconds(step * scale) <= (exponent == 3 ? 0.2 : 2) ? exponent : nil
    }

    /// The power of ten in nanoseconds of the unit in which `value` is a time from 1990 to 2100; nil if in none.
    static func epochExponent(_ value: Double) -> Int? {
        if epochs.contains(value) { return 9 }
        if epochs.contains(value / 1e3) { return 6 }
        if epochs.contains(value / 1e6) { return 3 }
        if epochs.contains(Nanoseconds.seconds(value)) { return 0 }
        return nil
    }

    /// The unit in which the median step is one of 1 to 2000 a second, or nearly; and the step. There is no unit if
    /// seconds of a slow log and milliseconds of a fast one fit.
    static func exponent(of times: [Double]) -> (exponent: Int?, step: Double) {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        guard let first = times.first, let last = times.last, !steps.isEmpty else { return (9, 0) }
        let rises = steps.drop { $0 <= 0 }
        var step = steps[steps.count / 2]
        if step <= 0 {
            // A clock of whole seconds gives many rows one time; no motion sensor does so within milliseconds. A gap
            // changes the mean step, but not the share of the rows that begin a second.
            let hasWholeSeconds = isEven(rises, around: 1) && times.allSatisfy { $0 == $0.rounded() }
            step = (hasWholeSeconds ? Double(rises.count) : last - first) / Double(steps.count)
        } else if isEitherUnit(step), isEven(rises, around: step) {
            return (nil, step)
        }
        for (limit, exponent) in [(0.9, 9), (900, 6), (900e3, 3), (900e6, 0)] where step > 0 && step <= limit {
            return step < 1e-5 ? (nil, step) : (exponent, step)
        }
        return (nil, step)
    }

    /// Whether a step fits seconds at about 1 Hz, and milliseconds at about 1 kHz.
    static func isEitherUnit(_ step: Double) -> Bool { step > 0.9 && step <= 1.5 }

    /// Whether the median of rising steps, in order, is `tick`, and nearly all are at most twice that. Bursts have more
    /// long steps between them.
    private static func isEven(_ rises: ArraySlice<Double>, around tick: Double) -> Bool {
        guard rises.count > 1, (rises[rises.startIndex + (rises.count - 1) / 2] - tick).magnitude < tick / 2 else {
            return false
        }
        return rises.count { $0 > 2 * tick } <= max(1, rises.count / 50)
    }
}
