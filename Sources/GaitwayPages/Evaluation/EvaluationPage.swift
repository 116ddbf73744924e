// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation
import GaitwayReports

/// An evaluation as one self-contained page of HTML, without script.
///
/// The page shows the report's figures and computes no others. It reads as XML too.
package struct EvaluationPage: Sendable {
    package struct Subject: Sendable, Hashable {
        package var manifest: String
        package var command: String
        /// The day of the evaluation, as `2026-05-01`.
        package var date: String
        /// The model that was judged; nil with cross-validation.
        package var model: String?
        package var rides: Int
        package var people: Int
    }

    package struct Timeline: Sendable, Hashable {
        package var title: String
        /// How it was chosen, in a sentence or two.
        package var note: String
        package var timeline: RideTimeline
    }

    package var subject: Subject
    package var report: EvaluationReport
    package var dataSets: [GroupFigures]
    package var people: [GroupFigures]
    package var confusions: [ConfusedRides]
    package var timelines: [Timeline]
    /// The recordings' names, by the index that timelines have.
    package var recordings: [String]
    package var rankings: [FeatureInfluence.Ranking]
    /// Other models on the same rides; nil to leave them out.
    package var comparison: ModelComparison?

    package var html: String {
        PageDocument(
            title: "Evaluation of " + subject.manifest,
            kicker: "Gaitway evaluation",
            heading: subject.manifest,
            lead: "\(lead)",
            introduction: "\(notes)\(HeadlineFigures(report: report).markup)\n",
            sections: sections,
            footer: PageDocument.footer(subject.command, on: subject.date)
        ).html
    }

    private var sections: [PageSection] {
        [
            comparison.map { ModelComparisonSection(comparison: $0).section },
            ActivitySection(report: report, confusions: confusions, recordings: recordings).section,
            OverTimeSection(report: report, timelines: timelines, recordings: recordings).section,
            PlacementSection(report: report).section,
            StandingSection(report: report).section,
            BesideSection(report: report).section,
            CalibrationSection(report: report).section,
            GroupSection(dataSets: dataSets, people: people).section,
            FeatureSection(rankings: rankings, isOfFolds: report.grouping != nil).section,
            FoldSection(report: report).section,
            LeftOutSection(report: report).section,
        ].compactMap { $0 }
    }

    private var notes: Markup {
        NoteList(notes: report.notes.map(Markup.breaking)).markup
    }

    var lead: String {
        let size =
            FigureText.count(subject.rides, "ride", "rides") + " of "
            + FigureText.count(subject.people, "person", "people") + " in "
            + FigureText.count(report.dataSets.count, "data set", "data sets") + ", "
            + FigureText.count(report.weighted.windows, "window", "windows")
            + " of 5.12 s with a known activity. "
        switch report.grouping {
        case .dataSet:
            return size + "Each data set is held out in turn."
        case .user:
            return size + "Each person is held out in turn."
        case .ride:
            return size + "Each ride is held out in turn."
        case nil:
            return size + "The model \(subject.model ?? "–") is judged."
        }
    }
}
