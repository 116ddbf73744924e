import Evaluation
import MotionTypes

/// How well each activity is recognised, and what it is taken for.
struct ActivitySection {
    let report: EvaluationReport

    var section: PageSection {
        PageSection(
            identifier: "activities", title: "What is taken for what", lead: lead,
            content: """
                <figure>
                <div class="scroll">\(ConfusionTable(metrics: report.weighted).markup)</div>
                <figcaption>One row per activity, one column per answer, single windows. Large: the share of the row, each data set \
                weighing the same. Small: the number of windows. None and unknown are errors here, as the activity is \
                known.</figcaption>
                </figure>
                <div class="scroll">\(activities)</div>
                \(unknown)
                """)
    }

    /// The largest error in words.
    private var lead: Markup {
        let errors = Activity.allCases.flatMap { truth in
            Answer.allCases.filter { $0 != Answer(truth) }.map { answer in
                (truth: truth, answer: answer, share: report.weighted.share(of: truth, answered: answer) ?? 0)
            }
        }
        guard let largest = errors.max(by: { $0.share < $1.share }), largest.share > 0 else {
            return "No window of a known activity is answered wrong."
        }
        return """
            The largest error: \(FigureText.percent(largest.share)) of \(largest.truth.rawValue) is answered \
            \(largest.answer.name).
            """
    }

    private var activities: Markup {
        let rows = Activity.allCases.map { activity -> Markup in
            let figures = report.weighted[activity]
            let interval = report.intervals.f1[activity]
            return """
                <tr><th scope="row"><i class="swatch \(activity.rawValue)"></i>\(activity.rawValue)</th>\
                <td data-name="F1" class="number"><b>\(FigureText.decimal(figures.f1))</b></td>\
                <td data-name="" class="plot">\(RangeBar(value: figures.f1, interval: interval).markup)</td>\
                <td data-name="90 % interval" class="number">\(FigureText.range(interval))</td>\
                <td data-name="precision" class="number">\(FigureText.decimal(figures.precision))</td>\
                <td data-name="recall" class="number">\(FigureText.decimal(figures.recall))</td>\
                <td data-name="windows" class="number">\(FigureText.count(figures.windows))</td></tr>

                """
        }
        return """
            <table class="stack">
            <caption><span>F1 of single windows, with its 90 % interval\(over)</span></caption>
            <thead><tr><th scope="col">activity</th><th scope="col" class="number">F1</th>\
            <th scope="col" class="plot">\(Axis.unit)</th><th scope="col" class="number">90 % interval</th>\
            <th scope="col" class="number">precision</th><th scope="col" class="number">recall</th>\
            <th scope="col" class="number">windows</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
    }

    /// What the intervals are over, where it is the same for all activities.
    private var over: String {
        report.fewWindows.isEmpty && report.dataSets.count > 1 ? " over data sets" : ""
    }

    private var unknown: Markup {
        let figures = report.unknown
        guard figures.windows > 0 else { return "" }
        return """
            <p>Rides that are none of the five: \(FigureText.count(figures.windows, "window", "windows")), of which \
            \(FigureText.percent(figures.shareRight)) are answered none or unknown; of known rides \
            \(FigureText.percent(figures.knownRefused, places: 1)) are. Their P(none) is the greater one in \
            \(FigureText.percent(figures.auroc)) of pairs (AUROC).</p>

            """
    }
}

extension Metrics {
    /// The share of an activity's windows that are answered `answer`: by weight, or plainly where none has weight.
    func share(of truth: Activity, answered answer: Answer) -> Double? {
        let matrix = confusion.total(of: truth) > 0 ? confusion : counts
        let total = matrix.total(of: truth)
        return total > 0 ? matrix[truth, answer] / total : nil
    }
}

/// The numbers above a column of plots.
enum Axis {
    /// From 0 to 1.
    static let unit: Markup = """
        <span class="axis"><span style="left:0%">0</span><span style="left:50%">0.5</span>\
        <span style="left:100%">1</span></span>
        """
    /// From 0 to 100 %.
    static let percent: Markup = """
        <span class="axis"><span style="left:0%">0</span><span style="left:50%">50 %</span>\
        <span style="left:100%">100 %</span></span>
        """
}
