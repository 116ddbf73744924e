// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports

/// Time along a picture, from its left end to its right.
struct PictureAxis {
    let left: Double
    let right: Double
    /// The seconds from end to end, above 0.
    let seconds: Double

    /// The place of a time in seconds.
    func x(_ time: Double) -> Double { left + (right - left) * min(max(time / seconds, 0), 1) }

    /// Steps between ticks, in seconds; beyond the last, whole days.
    private static let steps: [Double] = [
        1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    ]

    /// The times of the ticks, at most ten.
    var ticks: [Double] {
        let step = Self.steps.first { seconds / $0 <= 10 } ?? 86_400 * (seconds / 864_000).rounded(.up)
        return Array(stride(from: 0, through: seconds, by: step))
    }

    /// A time since the beginning, in the units that a person would say.
    private func text(_ time: Double) -> String {
        let step = ticks.count > 1 ? ticks[1] : seconds
        if step < 60 { return DecimalText.text(time, places: 0) + " s" }
        if seconds <= 7200 { return DecimalText.text(time / 60, places: 0) + " min" }
        let minutes = Int(clamping: (time / 60).rounded())
        let rest = minutes % 60
        return rest == 0 ? "\(minutes / 60) h" : "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The ticks with their times, below lanes that end at `top`.
    func markup(top: Double) -> Markup {
        let ticks = ticks.map { time -> Markup in
            """
            <path class="line" d="M\(x(time)) \(top)V\(top + 6)"/>\
            <text class="tick middle" x="\(x(time))" y="\(top + 22)">\(text(time))</text>

            """
        }
        return "\(ticks)"
    }
}
