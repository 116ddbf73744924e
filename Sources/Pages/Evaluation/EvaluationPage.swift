package import Evaluation

/// An evaluation as one page of HTML that needs nothing else: no script, no font, no picture from elsewhere.
///
/// The page shows figures; it computes none. It reads as XML too.
package struct EvaluationPage: Sendable {
    /// What was evaluated.
    package struct Subject: Sendable, Hashable {
        /// The manifest's name.
        package var manifest: String
        /// The command that gives these figures again.
        package var command: String
        /// The day.
        package var date: String
        /// The model that was judged; nil with cross-validation.
        package var model: String?
        /// How many rides were read.
        package var rides: Int
        /// How many people they are of.
        package var people: Int

        /// What was evaluated.
        package init(manifest: String, command: String, date: String, model: String?, rides: Int, people: Int) {
            self.manifest = manifest
            self.command = command
            self.date = date
            self.model = model
            self.rides = rides
            self.people = people
        }
    }

    /// A timeline with what it shows.
    package struct Timeline: Sendable, Hashable {
        /// A heading.
        package var title: String
        /// How it was chosen, in a sentence or two.
        package var note: String
        /// What is drawn.
        package var timeline: RideTimeline

        /// A timeline.
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
    /// Rides along time.
    package var timelines: [Timeline]
    /// The recordings' names, by the index that timelines have.
    package var recordings: [String]
    /// The features that weigh most.
    package var rankings: [FeatureInfluence.Ranking]

    /// A page of figures.
    package init(
        subject: Subject, report: EvaluationReport, dataSets: [GroupFigures], people: [GroupFigures],
        timelines: [Timeline], recordings: [String], rankings: [FeatureInfluence.Ranking]
    ) {
        self.subject = subject
        self.report = report
        self.dataSets = dataSets
        self.people = people
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
            footer: """
                <p>Made on \(subject.date) by</p>
                <pre><code>\(subject.command)</code></pre>

                """
        ).html
    }

    private var sections: [PageSection] {
        [
            LeftOutSection(report: report).section,
            ActivitySection(report: report).section,
            OverTimeSection(report: report, timelines: timelines, recordings: recordings).section,
            PlacementSection(report: report).section,
            StandingSection(report: report).section,
            CalibrationSection(report: report).section,
            GroupSection(dataSets: dataSets, people: people).section,
            FeatureSection(rankings: rankings, isOfFolds: report.grouping != nil).section,
            FoldSection(report: report).section,
        ].compactMap { $0 }
    }

    /// What a reader needs to know before the figures.
    private var notes: Markup {
        guard !report.notes.isEmpty else { return "" }
        let items = report.notes.map { note -> Markup in
            """
            <li>\(Markup.breaking(note))</li>

            """
        }
        return """
            <ul class="notes" aria-label="Before the figures">
            \(items)</ul>

            """
    }

    private var lead: String {
        let size =
            FigureText.count(subject.rides, "ride", "rides") + " of "
            + FigureText.count(subject.people, "person", "people") + " in "
            + FigureText.count(report.dataSets.count, "data set", "data sets") + ", "
            + FigureText.count(report.weighted.windows, "window", "windows")
            + " of 5.12 s with a known activity. "
        switch report.grouping {
        case .dataSet:
            return size + "Whole data sets are held out in turn."
        case .user:
            return size + "Whole people are held out in turn."
        case nil:
            return size + "Judged is the model \(subject.model ?? "–")."
        }
    }
}
