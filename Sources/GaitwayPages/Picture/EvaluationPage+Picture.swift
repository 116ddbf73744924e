// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

extension EvaluationPage {
    /// The figures of single windows: truth against answer, F1 of each activity with its interval, and reliability.
    package var picture: Picture {
        let diagram = ReliabilityDiagram(
            name: "window", title: "One window", metrics: report.weighted, counts: report.unweighted.reliability)
        let (right, scale) = (760.0, 1.08)
        return Picture(
            title: subject.manifest,
            lead: "Macro-F1 \(FigureText.decimal(report.weighted.macroF1)). \(lead)",
            bottom: 676,
            content: """
                \(confusion)\(bars)\
                <text class="strong" x="\(right)" y="\(Picture.top + 16)">Does a probability mean what it says?</text>
                <svg x="\(right)" y="\(Picture.top + 40)" width="\(scale * ReliabilityDiagram.size.width)" \
                height="\(scale * ReliabilityDiagram.size.height)" \
                viewBox="0 0 \(ReliabilityDiagram.size.width) \(ReliabilityDiagram.size.height)">
                \(diagram.drawing)</svg>

                """)
    }

    private static let labelWidth = 110.0

    private var confusion: Markup {
        let (left, top) = (Picture.margin + Self.labelWidth, Picture.top + 44)
        let (width, height) = (78.0, 52.0)
        let heads = Prediction.allCases.enumerated().map { column, prediction -> Markup in
            let middle = left + width * (Double(column) + 0.5)
            return """
                <text class="small middle" x="\(middle)" y="\(top - 8)">\(prediction.name)</text>

                """
        }
        let rows = Activity.allCases.enumerated().map { row, truth -> Markup in
            let y = top + height * Double(row)
            let cells = Prediction.allCases.enumerated().map { column, prediction -> Markup in
                let x = left + width * Double(column)
                let middle = x + width / 2
                switch ConfusionTable.Cell(report.weighted, truth, prediction) {
                case .absent: return "<text class=\"quiet middle\" x=\"\(middle)\" y=\"\(y + 31)\">–</text>\n"
                case .nothing: return "<text class=\"quiet middle\" x=\"\(middle)\" y=\"\(y + 31)\">0</text>\n"
                case .answered(let share, let count, let style):
                    let opacity = style == .right ? share : min(0.9, 3 * share)
                    return """
                        <rect class="\(style.rawValue)" x="\(x + 1)" y="\(y + 1)" width="\(width - 2)" \
                        height="\(height - 2)" fill-opacity="\(FigureText.decimal(opacity))"/>\
                        <text class="middle strong" x="\(middle)" y="\(y + 25)">\(FigureText.percent(share))</text>\
                        <text class="small middle" x="\(middle)" y="\(y + 42)">\(FigureText.count(count))</text>

                        """
                }
            }
            return """
                <text class="end" x="\(left - 12)" y="\(y + 31)">\(truth.rawValue)</text>
                \(cells)
                """
        }
        return """
            <text class="strong" x="\(Picture.margin)" y="\(Picture.top + 16)">Truth (rows) and answer (columns)</text>
            \(heads)\(rows)
            """
    }

    /// F1 of each activity on a line from 0 to 1, with its interval.
    private var bars: Markup {
        let (left, width, top) = (Picture.margin + Self.labelWidth, 400.0, 480.0)
        func x(_ value: Double) -> Double { left + width * value }
        let ticks = [0, 0.25, 0.5, 0.75, 1].map { value -> Markup in
            """
            <path class="grid" d="M\(x(value)) \(top)V\(top + 150)"/>\
            <text class="tick middle" x="\(x(value))" y="\(top + 168)">\(AxisScale.text(value))</text>

            """
        }
        let rows = Activity.allCases.enumerated().map { row, activity -> Markup in
            let y = top + 30 * Double(row) + 15
            let figures = report.weighted[activity]
            let interval = report.intervals.f1[activity]
            let bar: Markup =
                figures.f1.map { f1 in
                    """
                    <rect class="\(activity.rawValue)" x="\(left)" y="\(y - 9)" width="\(width * f1)" height="18"/>
                    """
                } ?? ""
            let range: Markup =
                interval.map { interval in
                    """
                    <path class="halo line" d="M\(x(interval.lower)) \(y)H\(x(interval.upper))"/>\
                    <path class="line" d="M\(x(interval.lower)) \(y - 5)V\(y + 5)M\(x(interval.lower)) \(y)\
                    H\(x(interval.upper))M\(x(interval.upper)) \(y - 5)V\(y + 5)"/>
                    """
                } ?? ""
            return """
                \(bar)\(range)<text class="end" x="\(left - 12)" y="\(y + 5)">\(activity.rawValue)</text>\
                <text x="\(left + width + 16)" y="\(y + 5)">\(FigureText.decimal(figures.f1))\
                <tspan class="quiet" dx="10">\(interval == nil ? "" : FigureText.range(interval))</tspan></text>

                """
        }
        return """
            <text class="strong" x="\(Picture.margin)" y="\(top - 14)">\
            F1 of each activity, with its \(FigureInterval.percent) % interval</text>
            \(ticks)\(rows)
            """
    }
}
