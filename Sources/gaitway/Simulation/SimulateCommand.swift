import ArgumentParser
import FileWriting
import GateScoring
import Geofencing
import MotionTypes
import NotificationGate
import Pages
import RideReplay
import TextReports

/// `gaitway simulate`: a track played against places and the gate.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Plays a track against places: which alerts a phone would have shown, and why.",
        discussion: """
            The simulated phone monitors few regions at a time, chosen by a strategy. Each entry goes through the gate, which delivers, skips, defers \
            or drops it. An oracle that watches every place tells which entries were missed. The track's own activity reports are used unless \
            an activity stream is given. Without either, the phone has no motion hardware, and only the speed of its fixes can show driving.

            With --wanted, policies are judged by a file of labels. With --rides, they are judged by the labelled rides of a manifest: for how much of the \
            driving an alert could have passed, and for how much of the walking it would have been held.

            With --format ndjson an activity stream from standard input (--activities -) and a location table on a pipe (--track -, a CSV) are played \
            while they come: each decision is written as soon as it is certain. The table, GeoJSON and the page come at the end.

            EXAMPLES
              gaitway simulate --track day.gpx --places places.geojson
              gaitway classify ride/ --format ndjson | gaitway simulate --track ride/ --places places.geojson --activities -
              gaitway simulate --track day.json --places places.csv --compare --delay 240 --seed 7
              gaitway simulate --track day.gpx --places places.geojson --report run.html
              gaitway simulate --track day.gpx --places places.geojson --wanted labels.csv --sweep after_driving=60,120,180
              gaitway simulate --rides manifest.csv --cross-validate dataset --sweep driving_onset=0,10,20
              gaitway simulate --track train.gpx --places places.geojson --settle 0 --accuracy 500
            """)

    /// How the result is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, ndjson, geojson }

    @OptionGroup var simulation: SimulationArguments
    @OptionGroup var scoring: ScoringArguments

    @Option(help: "How the result is written: table, ndjson or geojson.")
    var format: Format = .table

    @Flag(help: "Compare all strategies and profiles, and the policy file if one is given.")
    var compare = false

    @Option(
        help: ArgumentHelp(
            "Write the ride as one HTML page to look at and to play; - is standard output, which then has nothing else.",
            valueName: "file"))
    var report: String?

    @OptionGroup var replacing: ForceArgument

    func validate() throws {
        guard !replacing.force || report != nil || scoring.writeLabels != nil else {
            throw ValidationError("--force goes with --report and --write-labels")
        }
        guard report != OutputPlan.standardOutput || format == .table else {
            throw ValidationError("--report - gives the page alone; leave --format out")
        }
        guard report != OutputPlan.standardOutput || scoring.writeLabels != OutputPlan.standardOutput else {
            throw ValidationError("only one of --report and --write-labels can be standard output")
        }
        guard scoring.rides == nil else {
            guard simulation.track.isEmpty, simulation.placeFile == nil, simulation.activities == nil, !compare,
                simulation.strategy == nil, format != .geojson
            else {
                throw ValidationError(
                    "--rides plays no places; leave --track, --places, --activities, --strategy, --compare and --format geojson out"
                )
            }
            guard !simulation.phone.isGiven, !simulation.reading.isGiven else {
                throw ValidationError(
                    "--rides simulates no phone and reads the logs as its manifest says; leave the phone's options (--settle, --delay …), "
                        + "--logger, --unit, --acceleration and --rate out")
            }
            return
        }
        try simulation.requireTrack()
        try simulation.checkChanges(comparesStrategies: compare)
        if scoring.isComparing {
            guard !compare, format != .geojson else {
                throw ValidationError(
                    "--wanted and --sweep put policies side by side; leave --compare and --format geojson out")
            }
        }
        guard compare else { return }
        guard format != .geojson else {
            throw ValidationError("--compare gives a table, or lines with --format ndjson; leave --format geojson out")
        }
        guard simulation.strategy == nil, simulation.profile == nil else {
            throw ValidationError("--compare plays every strategy and profile; leave --strategy and --profile out")
        }
    }

    func run() async throws {
        if let manifest = scoring.rides { return try await runRides(manifest) }
        guard !isLive else { return try play() }
        let policy = try simulation.gatePolicy()
        if report != nil || scoring.writeLabels != nil {
            var files = simulation.files
            for file in scoring.files { files.add(file) }
            var plan = OutputPlan(inputs: files)
            for path in [report, scoring.writeLabels].compactMap(\.self) {
                try plan.add(path, replaces: replacing.force)
            }
        }
        let scene = try simulation.scene()
        let strategy = simulation.monitoring
        let trials = try trials(scene)
        let table = trials.map { PolicyTable($0) }
        var results: [ReplayResult] = []
        if compare {
            var policies = GatePolicy.profiles.map(simulation.withZone)
            if simulation.policy != nil { policies.append(policy) }
            results = try MonitoringStrategy.all.flatMap { strategy in
                try policies.map { try scene.play(policy: $0, strategy: strategy) }
            }
        }
        // The page first: whoever reads the text may go away.
        let trace = report == nil ? nil : try scene.trace(policy: policy, strategy: strategy)
        if let trace {
            var files = ResultFiles(replaces: replacing.force)
            files.write(page(of: trace, comparison: results, sweep: table), to: report)
            try files.finish()
        }
        if let labels = scoring.writeLabels {
            var files = ResultFiles(replaces: replacing.force)
            let made = try AlertLabels(making: scene).csv(for: scene.ride)
            files.write(made, to: labels)
            try files.finish()
        }
        if let trials, let table, report != OutputPlan.standardOutput {
            try StandardOutput.print(text(of: trials, table))
        } else if report != OutputPlan.standardOutput, scoring.writeLabels != OutputPlan.standardOutput {
            var output = StandardOutput()
            try output.write(
                compare
                    ? (format == .ndjson
                        ? results.map(\.comparisonLine).joined()
                        : SimulationText.comparison(results, width: TerminalWidth.columns))
                    : text(of: trace?.result ?? scene.play(policy: policy, strategy: strategy), ride: scene.ride))
            try output.flush()
        }
        // What was decided before a fault of the stream is written first.
        if let fault = scene.ride.fault { throw fault }
    }

    /// Whether each decision can be written as it falls: the other forms need the whole ride.
    private var isLive: Bool {
        format == .ndjson && !compare && !scoring.isComparing && scoring.writeLabels == nil && report == nil
            && LiveSimulation.isNamed(by: simulation)
    }

    private func play() throws {
        var live = try LiveSimulation(simulation)
        try live.play { $0.json + "\n" }
        try live.end(live.result?.closingLines ?? "")
    }

    private func text(of result: ReplayResult, ride: RecordedRide) -> String {
        switch format {
        case .table:
            let (times, clock) = (simulation.timeTitle(of: ride), simulation.clock(of: ride))
            return SimulationText.report(result, times: times, clock: clock, width: TerminalWidth.columns)
        case .ndjson: return result.ndjson
        case .geojson: return result.geoJSON
        }
    }

    /// The command that gives the page again.
    private var command: String {
        var command = QuotedCommand("gaitway simulate")
        simulation.add(to: &command)
        scoring.add(to: &command)
        command.add("--compare", if: compare)
        command.add("--report", file: report)
        return command.text
    }

    private func page(of trace: ReplayTrace, comparison: [ReplayResult], sweep: PolicyTable?) -> String {
        let ride = trace.scene.ride
        var notes = ride.notes.map { note in
            var note = note
            note.source = FileName.last(note.source)
            return note.description
        }
        if let fault = ride.fault {
            let source = fault.source.map { FileName.last($0) + ": " } ?? ""
            notes.insert(source + fault.problem + (fault.remedy.isEmpty ? "" : "; " + fault.remedy), at: 0)
        }
        if ride.origin == nil { notes.append("The log has no wall clock: times are elapsed.") }
        return RunPage(
            .init(
                ride: simulation.track.map { FileName.last($0) }.joined(separator: ", "),
                places: FileName.last(StandardInput.name(of: simulation.places)),
                command: command,
                notes: notes),
            trace: trace, comparison: comparison, sweep: sweep,
            clock: RunClock(
                zone: ride.origin == nil ? nil : simulation.local.zone, origin: ride.origin ?? Timestamp(nanoseconds: 0)
            ),
            explanationClock: simulation.clock(of: ride, withOffset: true)
        ).html
    }
}
