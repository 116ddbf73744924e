// SPDX-License-Identifier: Apache-2.0
import GaitwayEvaluation

/// A figure between 0 and 1 with its interval, on a line; said in words beside it, so hidden from screen readers.
struct RangeBar {
    let value: Double?
    let interval: FigureInterval?

    var markup: Markup {
        let range: Markup =
            interval.map { interval in
                """
                <i class="extent" style="left:\(100 * interval.lower)%;\
                width:\(100 * (interval.upper - interval.lower))%"></i>
                """
            } ?? ""
        let point: Markup = value.map { "<i class=\"point\" style=\"left:\(100 * $0)%\"></i>" } ?? ""
        return """
            <span class="range" aria-hidden="true">\(range)\(point)</span>
            """
    }
}
