// SPDX-License-Identifier: Apache-2.0
/// The curves as tables in Markdown.
enum Tables {
    /// Macro-F1 by minutes of the first curves: chance, short pieces by chance, the measure.
    static func printMinutes(_ curves: [Curve]) {
        let (chance, short, measure) = (curves[0], curves[1], curves[2])
        print(
            "| minutes | by chance (spread) | 15 s by chance (spread) | by the measure (spread) | gain over chance, "
                + "points (standard error) | over 15 s by chance | minutes by chance for the same | 15 s by chance |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for (step, minutes) in Curve.minutes.enumerated() {
            func figure(_ curve: Curve) -> String {
                Decimal.text(curve.mean(step)) + " (" + Decimal.text(curve.spread(step)) + ")"
            }
            func gain(_ other: Curve) -> String {
                let gain = measure.gain(over: other, step)
                return Decimal.text(100 * gain.mean, places: 1) + " (" + Decimal.text(100 * gain.error, places: 1) + ")"
            }
            func equal(_ other: Curve) -> String {
                guard minutes > 0 else { return "-" }
                guard let needed = other.minutes(toReach: measure.mean(step)) else {
                    return "more than \(Int(Curve.minutes.last ?? 0))"
                }
                return Decimal.text(needed, places: 1) + " (x " + Decimal.text(needed / minutes, places: 1) + ")"
            }
            let cells = [
                "\(Int(minutes))", figure(chance), figure(short), figure(measure), gain(chance), gain(short),
                equal(chance), equal(short),
            ]
            print("| " + cells.joined(separator: " | ") + " |")
        }
    }

    /// How long the labels of each curve are.
    static func printLengths(_ curves: [Curve]) {
        let lengths = curves.map { "\($0.name) " + Decimal.text($0.secondsOfLabel, places: 1) + " s" }
        print("\nmean label: " + lengths.joined(separator: "; "))
    }

    /// For each curve its gain over chance in points at each step, and their mean.
    static func printGains(_ curves: [Curve]) {
        let steps = Curve.minutes.indices.dropFirst()
        print("| choice | " + steps.map { "\(Int(Curve.minutes[$0])) min" }.joined(separator: " | ") + " | mean |")
        print("| --- |" + String(repeating: " --- |", count: steps.count + 1))
        for curve in curves.dropFirst() {
            let gains = steps.map { curve.gain(over: curves[0], $0) }
            let mean = gains.reduce(0) { $0 + $1.mean } / Double(gains.count)
            let cells = gains.map {
                Decimal.text(100 * $0.mean, places: 1) + " (" + Decimal.text(100 * $0.error, places: 1) + ")"
            }
            print("| " + ([curve.name] + cells + [Decimal.text(100 * mean, places: 1)]).joined(separator: " | ") + " |")
        }
    }
}

/// Decimal text, independent of the locale.
enum Decimal {
    /// A number with `places` decimals.
    static func text(_ value: Double, places: Int = 3) -> String {
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let units = Int((value.magnitude * Double(scale)).rounded())
        let decimals = String(units % scale + scale).dropFirst()
        return (value < 0 && units > 0 ? "−" : "") + String(units / scale) + "." + decimals
    }
}
