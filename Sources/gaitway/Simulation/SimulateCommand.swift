import ArgumentParser
import Geofencing
import MotionTypes
import NotificationGate
import RideReplay
import TextReports

/// `gaitway simulate`: a track played against places and the gate.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Plays a track against places: which alerts a phone would have shown, and why.",
        discussion: """
            The simulated phone monitors few regions at a time, chosen by a strategy. Each entry goes through the gate, which delivers, skips, defers \
            or drops it. An oracle that watches every place tells which entries were missed. The track's own activity reports are used unless \
            an activity stream is given. Without either, the phone has no motion hardware, and nothing is held back for driving.

            EXAMPLES
              gaitway simulate --track day.gpx --places places.geojson
              gaitway classify ride/ --format ndjson | gaitway simulate --track ride/ --places places.geojson --activities -
              gaitway simulate --track day.json --places places.csv --compare --delay 240 --seed 7
            """)

    /// How the result is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, ndjson, geojson }

    @OptionGroup var simulation: SimulationArguments

    @Option(help: "How the result is written: table, ndjson or geojson.")
    var format: Format = .table

    @Flag(help: "Compare all strategies and profiles, and the policy file if one is given.")
    var compare = false

    func validate() throws {
        guard compare else { return }
        guard format == .table else { throw ValidationError("--compare gives a table; leave --format out") }
        guard simulation.strategy == nil, simulation.profile == nil else {
            throw ValidationError("--compare plays every strategy and profile; leave --strategy and --profile out")
        }
    }

    func run() throws {
        let policy = try simulation.gatePolicy()
        let scene = try simulation.scene()
        let width = TerminalWidth.columns
        var output = StandardOutput()
        if compare {
            var policies = GatePolicy.profiles
            if simulation.policy != nil { policies.append(policy) }
            let results = try MonitoringStrategy.all.flatMap { strategy in
                try policies.map { try scene.play(policy: $0, strategy: strategy) }
            }
            try output.write(SimulationText.figures(results, width: width))
        } else {
            let result = try scene.play(policy: policy, strategy: simulation.monitoring)
            switch format {
            case .table:
                let (times, clock) = (simulation.timeTitle(of: scene.ride), simulation.clock(of: scene.ride))
                try output.write(SimulationText.report(result, times: times, clock: clock, width: width))
            case .ndjson: try output.write(result.ndjson)
            case .geojson: try output.write(result.geoJSON)
            }
        }
        try output.flush()
        // What was decided before a fault of the stream is written first.
        if let fault = scene.ride.fault { throw fault }
    }
}
