// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayPages
import GaitwayReplay
import GaitwayReports
import GaitwayWorkspace

/// `gaitway simulate`: a track played against places and the gate.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Plays a track against places: which alerts a phone would have shown, and why.",
        discussion: """
            The simulated phone monitors a few regions at a time, which a strategy chooses. Each entry goes through \
            the gate, which delivers, skips, defers or drops the alert. An oracle that watches every place shows which \
            entries the phone missed. The table has a row for each entry: its outcome, how long that took, and why. \
            The track's own activity reports are used unless --activities names a stream. \
            --reports motion classifies the motion instead, to compare it with the phone's own reports. \
            Without either, the motion of the ride is classified live. Without motion, the phone has no motion \
            hardware, and only the speed of its fixes shows driving. The gate acts on what was known at the time: make \
            the stream with gaitway classify --live. A stream that was written after the ride ended is refused.

            --wanted judges policies by a file of labels. --rides judges them by the labelled rides of a manifest: how \
            much of the driving an alert could have interrupted, and how much of the walking it would have missed.

            With --junit, --wanted is a check for a build server: the exit code is 1 if an alert is missing, unwanted \
            or unsafe. It checks the policy that --policy or --profile names, and without them every profile.

            With --format ndjson, an activity stream from standard input (--activities -) and a location table from a \
            pipe (--track -, a CSV) are played as they arrive: each decision is written as soon as it is certain. The \
            table, GeoJSON and the page come at the end. A CSV stream without a header shows only at its end that it \
            was written after the ride: the command then fails, and the decisions that it wrote do not count.

            EXAMPLES
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv
              gaitway classify Datasets/day/motion.csv --live --output live.ndjson
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --activities live.ndjson
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --compare --delay 240 --seed 7
              gaitway simulate --track Datasets/commute --places Datasets/day/places.csv
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --activities live.ndjson \\
                --report run.html --write-labels labels.csv
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --wanted labels.csv \\
                --sweep after_driving=60,120,180
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --wanted labels.csv \\
                --junit alerts.xml --allow-failures
              gaitway simulate --rides Datasets/labelled/manifest.csv \\
                --cross-validate user --sweep driving_onset=0,10
              gaitway simulate --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --settle 0 --accuracy 500
            """)

    @OptionGroup var simulation: SimulationArguments
    @OptionGroup var messages: QuietArguments
    @OptionGroup(title: "Policies") var scoring: ScoringArguments
    @OptionGroup(title: "Output") var writing: SimulationResultArguments

    func validate() throws {
        if writing.files.isEmpty { try writing.replacing.refuseUnused("--output, --report, --write-labels or --junit") }
        try require(writing.junit == nil || scoring.wanted != nil, "--junit needs --wanted")
        try require(!writing.allowFailures || writing.junit != nil, "--allow-failures needs --junit")
        guard
            !writing.all || writing.format == .table && !scoring.compare && !scoring.isComparing && scoring.rides == nil
        else {
            throw ValidationError("--all is for the table of one run: --format ndjson has every decision")
        }
        guard writing.report != OutputPlan.standardOutput || writing.format == .table else {
            throw ValidationError("--report - writes the page alone; leave --format out")
        }
        guard writing.files.count(where: { $0 == OutputPlan.standardOutput }) <= 1 else {
            throw ValidationError("only one of --report, --write-labels and --junit can be standard output")
        }
        guard scoring.rides == nil else {
            try require(writing.writeLabels == nil, "--rides has labels of its own; leave --write-labels out")
            guard simulation.track.isEmpty, simulation.placeFile == nil, simulation.activities == nil,
                simulation.reports == nil, !scoring.compare, simulation.strategy == nil, writing.format != .geojson
            else {
                throw ValidationError(
                    "--rides plays no track; leave --track, --places, --activities, --reports, --strategy, "
                        + "--compare and --format geojson out"
                )
            }
            guard !simulation.phone.isGiven, !simulation.reading.isGiven else {
                throw ValidationError(
                    "--rides simulates no phone and reads logs as its manifest says; leave out the options of "
                        + "phones and logs")
            }
            return
        }
        try simulation.requireTrack()
        try simulation.checkChanges(comparesStrategies: scoring.compare)
        if scoring.isComparing {
            try require(
                !scoring.compare && writing.format != .geojson,
                "--wanted and --sweep compare policies; leave --compare and --format geojson out")
        }
        guard scoring.compare else { return }
        guard writing.format != .geojson else {
            throw ValidationError("--compare gives a table, or lines with --format ndjson; leave --format geojson out")
        }
        guard simulation.strategy == nil, simulation.profile == nil else {
            throw ValidationError("--compare plays every strategy and profile; leave --strategy and --profile out")
        }
    }

    func run() async throws {
        try await ResultFile.taking(writing.output, replaces: writing.replacing.force) { try await simulate() }
    }

    private func simulate() async throws {
        if let manifest = scoring.rides { return try await runRides(manifest) }
        if !writing.files.isEmpty {
            var files = simulation.files
            for file in scoring.files { files.add(file) }
            try writing.plan(reading: files)
        }
        guard !isLive else { return try play() }
        let policy = try simulation.gatePolicy()
        let scene = try simulation.input().scene()
        let strategy = simulation.monitoring
        let trials = try trials(scene)
        let table = trials.map { PolicyTable($0) }
        var results: [ReplayResult] = []
        if scoring.compare {
            var policies = GatePolicy.profiles.map(simulation.withZone)
            if simulation.policy != nil { policies.append(policy) }
            results = try MonitoringStrategy.all.flatMap { strategy in
                try policies.map { try scene.play(policy: $0, strategy: strategy) }
            }
        }
        // The page first: the reader of the text may close the pipe.
        let trace = writing.report == nil ? nil : try scene.trace(policy: policy, strategy: strategy)
        if let trace { try writing.save(page(of: trace, comparison: results, sweep: table), to: writing.report) }
        try writing.save(AlertLabels(making: scene).csv(for: scene.ride), to: writing.writeLabels)
        let checks = writing.junit == nil ? nil : trials.map { junit(of: $0, scene.ride) }
        if let checks { try writing.save(checks.xml, to: writing.junit) }
        let hasOwnFile = OutputPlan.isFile(writing.output)
        if let trials, let table,
            hasOwnFile || ![writing.report, writing.junit].contains(OutputPlan.standardOutput)
        {
            try StandardOutput.print(text(of: trials, table))
        } else if hasOwnFile || !writing.files.contains(OutputPlan.standardOutput) {
            var output = StandardOutput()
            try output.write(
                scoring.compare
                    ? (writing.format == .ndjson
                        ? results.map(\.comparisonLine).joined()
                        : StrategyComparison(results).text(width: TerminalWidth.columns))
                    : text(of: trace?.result ?? scene.play(policy: policy, strategy: strategy), ride: scene.ride))
            try output.flush()
        }
        // What was decided before a fault of the stream is written first.
        if let fault = scene.ride.fault { throw fault }
        if let checks, checks.hasFailed, !writing.allowFailures { throw ExitCode(ExitStatus.failed) }
    }

    /// Whether each decision can be written as it falls: the other forms need the whole ride.
    private var isLive: Bool {
        writing.format == .ndjson && !scoring.compare && !scoring.isComparing && writing.writeLabels == nil
            && writing.report == nil
            && simulation.isLive
    }

    private func play() throws {
        var live = try simulation.live()
        try live.play { $0.json + "\n" }
        try live.end(live.result?.closingLines ?? "")
    }

    private func text(of result: ReplayResult, ride: RecordedRide) -> String {
        switch writing.format {
        case .table:
            let (times, clock) = (simulation.timeTitle(of: ride), simulation.clock(of: ride))
            return SimulationText.report(
                result, times: times, clock: clock, showsAll: writing.all, width: TerminalWidth.columns)
        case .ndjson: return result.ndjson
        case .geojson: return result.geoJSON
        }
    }

    private func page(of trace: ReplayTrace, comparison: [ReplayResult], sweep: PolicyTable?) throws -> String {
        let ride = trace.scene.ride
        var notes = ride.notes.map { note in
            var note = note
            note.source = FileName.last(note.source)
            return note.description
        }
        if let fault = ride.fault {
            let source = fault.source.map { FileName.last($0) + ": " } ?? ""
            notes.insert(
                source + fault.problem + (fault.remedy.isEmpty ? "" : "; " + fault.remedy.forCommandLine), at: 0)
        }
        if ride.origin == nil { notes.append("The log has no wall clock: times are elapsed.") }
        var page = RunPage(
            .init(
                ride: simulation.track.map { FileName.last($0) }.joined(separator: ", "),
                places: FileName.last(StandardInput.name(of: simulation.places)),
                command: Self.quotedLine,
                notes: notes),
            trace: trace, comparison: comparison, sweep: sweep,
            clock: RunClock(
                zone: ride.origin == nil ? nil : simulation.local.zone, origin: ride.origin ?? Timestamp(nanoseconds: 0)
            ),
            explanationClock: simulation.clock(of: ride, withOffset: true))
        page.tiles = try writing.map.server()
        return page.html
    }
}
