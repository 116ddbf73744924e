// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// The confusion matrix, and the figures of each activity.
struct ActivitySection {
    let report: EvaluationReport
    let confusions: [ConfusedRides]
    /// The recordings' names, by the index that rides have.
    let recordings: [String]

    var section: PageSection {
        PageSection(
            identifier: "activities", title: "Activities and answers", lead: lead,
            content: """
                <figure>
                <div class="scroll">\(ConfusionTable(metrics: report.weighted, confusions: confusions).markup)</div>
                <figcaption>Single windows, one row per activity, one column per answer. \
                Large figures are shares of the row, in which \
                each data set weighs the same. Small figures are numbers of windows. None and unknown are errors here, \
                as the activity is known. An error leads to its rides.</figcaption>
                </figure>
                \(activities)
                \(unknown)\(ConfusedRidesList(confusions: confusions, recordings: recordings).markup)
                """)
    }

    private var lead: Markup {
        let errors = Activity.allCases.flatMap { truth in
            Prediction.allCases.filter { $0 != Prediction(truth) }.map { prediction in
                (
                    truth: truth, prediction: prediction,
                    share: report.weighted.share(of: truth, answered: prediction) ?? 0
                )
            }
        }
        guard let largest = errors.max(by: { $0.share < $1.share }), largest.share > 0 else {
            return "Every window of a known activity is classified correctly."
        }
        return """
            The largest error: \(FigureText.percent(largest.share)) of \(largest.truth.rawValue) is answered \
            \(largest.prediction.name).
            """
    }

    private var activities: Markup {
        let (metrics, intervals) = (report.weighted, report.intervals.f1)
        return PageTable(
            "activity", style: "stack",
            caption: "F1 of single windows, with its \(FigureInterval.title)\(over)",
            columns: [
                .strong(.init("F1") { .number(metrics[$0].f1) }),
                .plot(Axis.unit) { RangeBar(value: metrics[$0].f1, interval: intervals[$0]).markup },
                .figure(.init(FigureInterval.title) { .interval(intervals[$0]) }),
                .figure(.init("precision") { .number(metrics[$0].precision) }),
                .figure(.init("recall") { .number(metrics[$0].recall) }),
                .figure(.init("windows") { .count(metrics[$0].windows) }),
            ], rows: Activity.allCases.map { .init(name: .swatch($0.rawValue), subject: $0) }
        ).markup
    }

    /// The unit of the intervals, if it is the same for all activities.
    private var over: String {
        report.fewWindows.isEmpty && report.dataSets.count > 1 ? " over data sets" : ""
    }

    private var unknown: Markup {
        let figures = report.unknown
        guard figures.windows > 0 else { return "" }
        return """
            <p>Rides of other activities have \(FigureText.count(figures.windows, "window", "windows")). \
            The model answers none or unknown to \
            \(FigureText.percent(figures.shareRight)) of them, and to \
            \(FigureText.percent(figures.knownRefused, places: 1)) of the windows of known activities. In \
            \(FigureText.percent(figures.auroc)) of pairs of both kinds the window of the other activity has the \
            greater P(none) (AUROC).</p>

            """
    }
}

/// The numbers above a column of plots.
enum Axis {
    static let unit: Markup = """
        <span class="axis"><span style="left:0%">0</span><span style="left:50%">0.5</span>\
        <span style="left:100%">1</span></span>
        """
    /// As far to both sides of 0.
    static func around(_ reach: Double) -> Markup {
        """
        <span class="axis"><span style="left:0%">−\(AxisScale.text(reach))</span><span style="left:50%">0</span>\
        <span style="left:100%">+\(AxisScale.text(reach))</span></span>
        """
    }
    static let percent: Markup = """
        <span class="axis"><span style="left:0%">0</span><span style="left:50%">50 %</span>\
        <span style="left:100%">100 %</span></span>
        """
}
