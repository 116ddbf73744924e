// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the logarithm.
import GaitwayBase
import GaitwayReports
internal import Glibc

/// A scale from 0 on with round ticks.
struct AxisScale {
    struct Tick {
        var value: Double
        var text: String
    }

    /// Where the scale ends; above 0.
    let end: Double
    /// Three to six of them, the first at 0.
    let ticks: [Tick]

    init(greatest: Double) {
        let reach = greatest.isFinite && greatest > 0 ? greatest : 1
        let rough = reach / 4
        let power = pow(10, floor(log10(rough)))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? 10 * power
        // Figures are counts: below one there is nothing to tell apart.
        let whole = reach >= 1 ? max(1, step) : step
        let count = Int(clamping: (reach / whole).rounded(.up))
        end = Double(count) * whole
        ticks = (0...count).map { Tick(value: Double($0) * whole, text: Self.text(Double($0) * whole)) }
    }

    /// A value with as few decimals as it needs, at most three.
    static func text(_ value: Double) -> String {
        guard value != value.rounded() else { return FigureText.count(Int(clamping: value)) }
        var text = DecimalText.text(value, places: 3)
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }
}
