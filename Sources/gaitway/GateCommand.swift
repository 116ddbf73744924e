import ArgumentParser
import MotionTypes
import NotificationGate

/// `gaitway gate`: the gate's decisions.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Explains the decisions of a simulation.",
        discussion: """
            EXAMPLES
              gaitway gate explain --track day.gpx --places places.geojson --entry 3
            """,
        subcommands: [Explain.self])

    /// Why the decisions on some entries fell.
    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Prints why decisions fell: every reason and every input.",
            discussion: """
                Takes the options of gaitway simulate, and the entry's number or the place's identifier; without either, explains all.

                EXAMPLES
                  gaitway gate explain --track day.gpx --places places.geojson --entry 3
                  gaitway gate explain --track day.gpx --places places.geojson --place bridge --profile here
                """)

        @OptionGroup var simulation: SimulationArguments

        @Option(help: ArgumentHelp("The number of the entry, from 1.", valueName: "number"))
        var entry: Int?

        @Option(help: ArgumentHelp("The place's identifier.", valueName: "identifier"))
        var place: String?

        func run() throws {
            let policy = try simulation.gatePolicy()
            let scene = try simulation.scene()
            let result = try scene.play(simulation.strategy.strategy, policy: policy)
            let chosen = result.decisions.filter { decision in
                (entry == nil || decision.entry == entry) && (place == nil || decision.place == place)
            }
            guard !chosen.isEmpty || (entry == nil && place == nil) else {
                let entries = result.decisions.map(\.entry).max() ?? 0
                throw InputError(
                    .ambiguous, problem: "there is no decision on such an entry",
                    remedy: "the entries are numbered 1 to \(entries); gaitway simulate --format ndjson lists them")
            }
            var output = StandardOutput()
            try output.write(chosen.map { $0.explanation + "\n" }.joined(separator: "\n"))
            try output.flush()
            if let fault = scene.activities.fault { throw fault }
        }
    }
}
