// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation
import GaitwayReports

/// An evaluation as one self-contained page of HTML, without script.
///
/// The page shows the report's figures and computes no others. It reads as XML too.
package struct EvaluationPage: Sendable {
    /// The evaluated rides and the command.
    package struct Subject: Sendable, Hashable {
        /// The manifest's name.
        package var manifest: String
        /// The command that gives these figures again.
        package var command: String
        /// The day of the evaluation, as `2026-05-01`.
        package var date: String
        /// The model that was judged; nil with cross-validation.
        package var model: String?
        /// How many rides were read.
        package var rides: Int
        /// How many people recorded them.
        package var people: Int

        /// - Parameter date: as `2026-05-01`.
        package init(manifest: String, command: String, date: String, model: String?, rides: Int, people: Int) {
            self.manifest = manifest
            self.command = command
            self.date = date
            self.model = model
            self.rides = rides
            self.people = people
        }
    }

    /// A ride to draw along time.
    package struct Timeline: Sendable, Hashable {
        /// A heading.
        package var title: String
        /// How it was chosen, in a sentence or two.
        package var note: String
        /// The windows to draw.
        package var timeline: RideTimeline

        /// - Parameter note: plain text; names in it are escaped.
        package init(title: String, note: String, timeline: RideTimeline) {
            self.title = title
            self.note = note
            self.timeline = timeline
        }
    }

    /// What was evaluated.
    package var subject: Subject
    /// The figures.
    package var report: EvaluationReport
    /// The figures of each data set.
    package var dataSets: [GroupFigures]
    /// The figures of each person.
    package var people: [GroupFigures]
    /// The rides behind each error.
    package var confusions: [ConfusedRides]
    /// Rides along time.
    package var timelines: [Timeline]
    /// The recordings' names, by the index that timelines have.
    package var recordings: [String]
    /// The features that weigh most.
    package var rankings: [FeatureInfluence.Ranking]
    /// Other models on the same rides; nil to leave them out.
    package var comparison: ModelComparison?

    /// - Parameter dataSets: in the order in which the page lists them; `people` likewise.
    package init(
        subject: Subject, report: EvaluationReport, dataSets: [GroupFigures], people: [GroupFigures],
        confusions: [ConfusedRides], timelines: [Timeline], recordings: [String],
        rankings: [FeatureInfluence.Ranking]
    ) {
        self.subject = subject
        self.report = report
        self.dataSets = dataSets
        self.people = people
        self.confusions = confusions
        self.timelines = timelines
        self.recordings = recordings
        self.rankings = rankings
    }

    /// The page.
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

    /// The report's sentences about what its figures rest on.
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
