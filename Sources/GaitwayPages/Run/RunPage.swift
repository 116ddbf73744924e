// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase
package import GaitwayReplay
package import GaitwayReports

/// A simulated ride as one self-contained page of HTML: played on a map and along time, with every decision and its
/// reasons.
///
/// The page shows decisions; neither it nor its script makes any. It reads as XML too.
package struct RunPage: Sendable {
    package struct Subject: Sendable {
        package var ride: String
        /// The name of the places.
        package var places: String
        /// The command that gives this page again.
        package var command: String
        /// Sentences for the top of the page: repairs, and faults of the inputs.
        package var notes: [String]

        /// - Parameter notes: plain text; names in it are escaped.
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
    /// The server of map tiles; nil for a map without tiles.
    package var tiles: TileServer?

    /// A page of a ride.
    ///
    /// - Parameters:
    ///   - trace: the ride that is played.
    ///   - comparison: results of the same ride with other strategies and policies; empty without a comparison.
    ///   - sweep: results of the same ride with many policies; nil without a sweep.
    ///   - clock: formats the page's times.
    ///   - explanationClock: formats the times of explanations.
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

    package var html: String {
        let ground = MapGround(tiles: tiles, land: .parts(land))
        return PageDocument(
            title: "Simulation: " + title,
            kicker: "Gaitway simulation",
            heading: title,
            lead: "\(lead)",
            introduction: "\(notes)\(RunHeadline(trace.result).markup)\n",
            sections: [rideSection, decisionSection] + ComparisonSection(comparison).sections
                + (sweep.map { [$0.section] } ?? []) + [drawnSection],
            footer: PageDocument.footer(subject.command),
            styles: [.axisStyle, .mapStyle, .runStyle],
            script: PageScript([.axisScript, .mapScript, .runScript], data: data.json(ground)),
            permissions: ground.permissions()
        ).html
    }

    private var title: String {
        RideTitle(subject.ride, origin: data.clock.origin, zone: data.clock.zone, duration: length).text
    }

    private var length: Duration {
        let fixes = trace.scene.ride.fixes
        return (fixes.last?.elapsed ?? .zero) - (fixes.first?.elapsed ?? .zero)
    }

    /// The parts of the earth around the path.
    private var land: [LandPart] {
        var parts = LandParts()
        for fix in data.track.fixes { parts.add(fix.latitude, fix.longitude) }
        return parts.parts
    }

    private var lead: String {
        let fixes = trace.scene.ride.fixes
        let inside = PhoneText.inside(trace.result.monitorPolicy)
        let settings = PhoneText.settings(trace.scene.simulator).joined(separator: ", ")
        let distance = FigureText.distance(FixDistance.length(data.track.fixes))
        return "\(SimulationVerdict(trace.result).text) \(subject.ride): \(FigureText.clock(length)), \(distance) and "
            + FigureText.count(fixes.count, "fix", "fixes") + ", played against "
            + FigureText.count(trace.scene.simulator.places.places.count, "place", "places")
            + " of \(subject.places). A region that is registered around the phone gives \(inside)."
            + (settings.isEmpty ? "" : " The phone has \(settings).")
    }

    /// A sentence about a ride in which nothing happened, and the subject's notes.
    private var notes: Markup {
        var notes = NoteList(notes: [nothingHappened].compactMap { $0.map { "\($0)" } }).markup
        notes += NoteList(notes: subject.notes.map { "\($0)" }).markup
        return notes
    }

    /// A sentence about a ride without entries; nil for other rides.
    private var nothingHappened: String? {
        guard trace.result.coverage.entries == 0, trace.result.decisions.isEmpty else { return nil }
        let looked =
            "No place was entered, so nothing was decided. The ride has "
            + FigureText.count(trace.scene.ride.fixes.count, "fix", "fixes") + "; "
            + "the set has " + FigureText.count(trace.scene.simulator.places.places.count, "place", "places") + "."
        if let passed { return looked + " " + passed }
        guard let nearest = data.places.nearest else { return looked }
        return looked + " The ride came nearest to \(nearest.place.identifier), "
            + "\(FigureText.distance(nearest.distance)) from its edge."
    }

    /// Why crossings gave no entry; nil if there are no such crossings.
    private var passed: String? {
        let result = trace.result
        let (fast, all) = (result.passes.count { $0.reason == .tooFast }, result.passes.count)
        guard all > 0 else { return nil }
        return FigureText.count(all, "crossing of a place", "crossings of places") + " gave no entry: "
            + "\(FigureText.count(fast)) left in less than \(FigureText.seconds(result.monitorPolicy.settleTime)), "
            + "\(FigureText.count(all - fast)) never came far enough inside."
    }

    private var rideSection: PageSection {
        PageSection(
            identifier: "ride", title: "The ride",
            content: """
                <div id="run"></div>
                <p class="aside">The strategy \(trace.result.strategy.name) chooses the regions that the phone \
                watches; the policy \(trace.result.policy) decides which alerts it shows. Move the slider, or play \
                the ride. The map shows the phone, the registered regions, \
                the places that wait and the alerts so far. The activity is the last one that had been reported by \
                then. Hatched hours have no reports.</p>
                <noscript><p>The page's script draws the ride. Your browser does not run scripts.</p></noscript>

                """,
            isTitleHidden: true)
    }

    private var decisionSection: PageSection {
        PageSection(
            identifier: "decisions", title: "Decisions and misses",
            lead: """
                A row for each entry: what the gate decided about it, first to last, or why the phone did not see it. \
                Click a time to move the ride there.
                """,
            content: """
                <div id="run-decisions"></div>

                """)
    }

    /// A section that lists what the page draws and what it leaves out.
    private var drawnSection: PageSection {
        let points = data.track.parts.reduce(0) { $0 + $1.fixes.count }
        var items = [
            "The path has \(FigureText.count(points)) of \(FigureText.count(trace.scene.ride.fixes.count)) fixes. The "
                + "phone is always drawn within \(FigureText.distance(data.track.tolerance)) of its recorded position.",
            "The map shows \(FigureText.count(data.places.places.count)) of "
                + FigureText.count(trace.scene.simulator.places.places.count, "place", "places")
                + ": those that were entered, missed or watched, and those within "
                + "\(FigureText.distance(RunPlaces.reach)) of the ride. "
                + (data.places.leftOut > 0
                    ? "The other \(FigureText.count(data.places.leftOut)) are left out." : "None is left out."),
        ]
        if data.track.refused > 0 {
            let limit = trace.scene.simulator.policy.maximumAccuracy
            items.append(
                "\(FigureText.count(data.track.refused, "fix", "fixes")) with an accuracy above "
                    + "\(FigureText.distance(limit)) were refused, as a phone does.")
        }
        if let passed { items.append(passed) }
        if data.events.leftOut > 0 {
            items.append(
                "The last \(FigureText.count(data.events.leftOut)) entries, misses and decisions are left out. "
                    + "gaitway simulate --format ndjson lists all of them.")
        }
        let unexplained = data.events.decisions.count { $0.explanation == nil }
        if unexplained > 0 {
            items.append(
                "The inputs of the last \(FigureText.count(unexplained)) decisions are left out; "
                    + "gaitway gate explain prints them."
            )
        }
        if let end = data.regions.knownUntil {
            items.append(
                "Regions are shown for the first \(FigureText.clock(end - data.start)) only, "
                    + "as there are too many registrations."
            )
        }
        let list = items.map { item -> Markup in
            """
            <li>\(item)</li>

            """
        }
        return PageSection(
            identifier: "drawn", title: "What is drawn",
            lead: "The page of a long ride leaves details out to stay small. They are listed here.",
            content: """
                <ul class="run-drawn">
                \(list)</ul>

                """)
    }
}
