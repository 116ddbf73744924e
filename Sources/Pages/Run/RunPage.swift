package import GateScoring
import Geofencing
package import MotionTypes
import NotificationGate
package import RideReplay

/// A simulated ride as one page of HTML that needs nothing else: played on a map and along time, with every decision and its reasons.
///
/// The page shows what was decided; neither it nor its script decides anything. It reads as XML too.
package struct RunPage: Sendable {
    /// What was simulated.
    package struct Subject: Sendable {
        /// The ride's name.
        package var ride: String
        /// The name of the places.
        package var places: String
        /// The command that gives this page again.
        package var command: String
        /// What a reader must know first: what was put right, and what was wrong with the inputs.
        package var notes: [String]

        /// What was simulated.
        package init(ride: String, places: String, command: String, notes: [String] = []) {
            self.ride = ride
            self.places = places
            self.command = command
            self.notes = notes
        }
    }

    private let subject: Subject
    private let trace: ReplayTrace
    private let comparison: [ReplayResult]
    private let sweep: PolicyTable?
    private let data: RunData

    /// A page of a ride.
    ///
    /// - Parameters:
    ///   - trace: the ride that is played.
    ///   - comparison: the same ride played in other ways; empty for none.
    ///   - sweep: the same ride with many policies; nil for none.
    ///   - clock: how the page's times are told.
    ///   - explanationClock: how the times of explanations are told.
    package init(
        _ subject: Subject, trace: ReplayTrace, comparison: [ReplayResult] = [], sweep: PolicyTable? = nil,
        clock: RunClock,
        explanationClock: (Timestamp) -> String
    ) {
        self.subject = subject
        self.trace = trace
        self.comparison = comparison
        self.sweep = sweep
        data = RunData(trace, clock: clock, explanationClock: explanationClock)
    }

    /// The page.
    package var html: String {
        PageDocument(
            title: "Simulation of " + subject.ride,
            kicker: "Gaitway simulation",
            heading: subject.ride,
            lead: "\(lead)",
            introduction: "\(notes)\(RunHeadline(trace.result).markup)\n",
            sections: [rideSection, decisionSection] + ComparisonSection(comparison).sections
                + (sweep.map { [SweepSection($0).section] } ?? []) + [drawnSection],
            footer: """
                <p>Made by</p>
                <pre><code>\(subject.command)</code></pre>

                """,
            styles: [.axisStyle, .mapStyle, .runStyle],
            script: PageScript([.axisScript, .mapScript, .runScript], data: data.json)
        ).html
    }

    private var lead: String {
        let fixes = trace.scene.ride.fixes
        let length = (fixes.last?.elapsed ?? .zero) - (fixes.first?.elapsed ?? .zero)
        let result = trace.result
        return "\(RunText.time(length)), \(RunText.distance(FixDistance.length(data.track.fixes))) and "
            + FigureText.count(fixes.count, "fix", "fixes") + ", played against "
            + FigureText.count(trace.scene.simulator.places.places.count, "place", "places") + " of \(subject.places). "
            + "The strategy \(result.strategy.name) chooses what the phone watches, the policy \(result.policy) what it shows."
    }

    /// What a reader needs to know before the figures.
    private var notes: Markup {
        let all = subject.notes + (nothingHappened.map { [$0] } ?? [])
        guard !all.isEmpty else { return "" }
        let items = all.map { note -> Markup in
            """
            <li>\(note)</li>

            """
        }
        return """
            <ul class="notes" aria-label="Before the figures">
            \(items)</ul>

            """
    }

    /// What was looked at on a ride without an entry; nil if there is any.
    private var nothingHappened: String? {
        guard trace.result.coverage.entries == 0, trace.result.decisions.isEmpty else { return nil }
        let looked =
            "No place was entered, so nothing was decided. Looked at: "
            + FigureText.count(trace.scene.ride.fixes.count, "fix", "fixes") + " and "
            + FigureText.count(trace.scene.simulator.places.places.count, "place", "places") + "."
        if let passed { return looked + " " + passed }
        guard let nearest = data.places.nearest else { return looked }
        return looked + " The ride came nearest to \(nearest.place.identifier), "
            + "\(RunText.distance(nearest.distance)) from its edge."
    }

    /// What came of the crossings that gave no entry; nil if there were none.
    private var passed: String? {
        let result = trace.result
        let (fast, all) = (result.passes.count { $0.reason == .tooFast }, result.passes.count)
        guard all > 0 else { return nil }
        return FigureText.count(all, "crossing of a place", "crossings of places") + " gave no entry: "
            + "\(FigureText.count(fast)) left before \(RunText.seconds(result.monitorPolicy.settleTime)) inside were over, "
            + "\(FigureText.count(all - fast)) came never far enough inside."
    }

    private var rideSection: PageSection {
        PageSection(
            identifier: "ride", title: "The ride",
            lead: """
                Move the slider, or let the ride play. At each moment the map shows where the phone is, which regions are registered, what \
                waits and what was shown. The activity is what the phone had been told by then.
                """,
            content: """
                <div id="run"></div>
                <noscript><p>The ride is drawn by the page's script, which is switched off here.</p></noscript>

                """)
    }

    private var decisionSection: PageSection {
        PageSection(
            identifier: "decisions", title: "Decisions and misses",
            lead: """
                Each answer of the gate with all reasons that were true, and each entry that the phone did not see. A click on a time \
                moves the ride there.
                """,
            content: """
                <div id="run-decisions"></div>

                """)
    }

    /// What the page shows and what it leaves out.
    private var drawnSection: PageSection {
        let points = data.track.parts.reduce(0) { $0 + $1.fixes.count }
        var items = [
            "The way is drawn by \(FigureText.count(points)) of \(FigureText.count(trace.scene.ride.fixes.count)) fixes; at no time "
                + "is the phone drawn more than \(RunText.distance(data.track.tolerance)) from where it was.",
            "Drawn are \(FigureText.count(data.places.places.count)) of "
                + FigureText.count(trace.scene.simulator.places.places.count, "place", "places")
                + ": what was entered, missed or watched, and what lies within \(RunText.distance(RunPlaces.reach)) of the ride. "
                + (data.places.leftOut > 0
                    ? "\(FigureText.count(data.places.leftOut)) are not drawn." : "None is left out."),
        ]
        if data.track.refused > 0 {
            let limit = trace.scene.simulator.policy.maximumAccuracy
            items.append(
                "\(FigureText.count(data.track.refused, "fix", "fixes")) with an accuracy above \(RunText.distance(limit)) "
                    + "were refused, as a phone would.")
        }
        if let passed { items.append(passed) }
        if data.events.leftOut > 0 {
            items.append(
                "\(FigureText.count(data.events.leftOut)) entries, misses and decisions are left out, the last ones; "
                    + "gaitway simulate --format ndjson lists them all.")
        }
        let unexplained = data.events.decisions.count { $0.explanation == nil }
        if unexplained > 0 {
            items.append(
                "The inputs of the last \(FigureText.count(unexplained)) decisions are left out; gaitway gate explain tells them."
            )
        }
        if let end = data.regions.knownUntil {
            items.append(
                "There are so many registrations that the regions are shown for the first \(RunText.time(end - data.start)) only."
            )
        }
        let list = items.map { item -> Markup in
            """
            <li>\(item)</li>

            """
        }
        return PageSection(
            identifier: "drawn", title: "What is drawn",
            lead: "A page of a long ride stays small, and says what it leaves out.",
            content: """
                <ul class="drawn">
                \(list)</ul>

                """)
    }
}
