// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayWorkspace

/// `gaitway gate`: the gate's decisions.
struct GateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gate", abstract: "Explains the decisions of a simulation, and plays scenarios.",
        discussion: """
            EXAMPLES
              gaitway gate explain --track Datasets/day/day.gpx \\
                --places Datasets/day/places.csv --entry 2
              gaitway gate check Datasets/cab-ride.txt
            """,
        subcommands: [Explain.self, Check.self])

    /// The reasons of the decisions on some entries.
    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Explains decisions: every reason and every input.",
            discussion: """
                Takes the options of gaitway simulate. --entry or --place chooses the decisions. Without either, all \
                are explained. With --activities -, each decision is explained as soon as it is certain, while the \
                stream goes on.

                EXAMPLES
                  gaitway gate explain --track Datasets/day/day.gpx \\
                    --places Datasets/day/places.csv --entry 2
                  gaitway gate explain --track Datasets/day/day.gpx \\
                    --places Datasets/day/places.csv --entry 2 --profile here
                """)

        @OptionGroup var simulation: SimulationArguments
        @OptionGroup var messages: QuietArguments

        @Option(parsing: .unconditional, help: ArgumentHelp("The number of the entry, from 1.", valueName: "number"))
        var entry: Int?

        @Option(help: ArgumentHelp("The place's identifier.", valueName: "identifier"))
        var place: String?

        @OptionGroup(title: "Output") var result: ResultArguments

        func validate() throws {
            try result.check(endings: "txt")
            try simulation.requireTrack()
            try require(entry.map({ $0 >= 1 }) ?? true, "--entry takes a number from 1")
            try simulation.checkChanges()
        }

        func run() async throws {
            try await result.taking(reading: simulation.files) {
                try simulation.isLive ? play() : explain()
            }
        }

        private func explain() throws {
            let policy = try simulation.gatePolicy()
            let scene = try simulation.input().scene()
            let result = try scene.play(policy: policy, strategy: simulation.monitoring)
            try check(scene)
            let explanation = try result.explanation(
                entry: entry, place: place, clock: simulation.clock(of: scene.ride, withOffset: true))
            sayClock(of: scene)
            try StandardOutput.print(wrapped(String(explanation.dropLast())))
            if let fault = scene.ride.fault { throw fault }
        }

        /// Explains each decision as soon as it is certain, while the activity stream comes.
        private func play() throws {
            var live = try simulation.live()
            let scene = live.scene
            try check(scene)
            let clock = simulation.clock(of: scene.ride, withOffset: true)
            sayClock(of: scene)
            var isFirst = true
            try live.play { decision in
                guard entry ?? decision.entry == decision.entry, place ?? decision.place == decision.place else {
                    return ""
                }
                defer { isFirst = false }
                return (isFirst ? "" : "\n") + wrapped(decision.explanation(clock: clock))
            }
            // Says why if there was none.
            if isFirst, entry != nil || place != nil, let result = live.result {
                throw result.nothing(entry: entry, place: place)
            }
            try live.end("")
        }

        private func wrapped(_ text: String) -> String {
            TextWidth.wrapped(text, width: TerminalWidth.columns, indent: 4)
        }

        /// Refuses a place that does not exist.
        private func check(_ scene: RideScene) throws {
            guard let place, scene.number(of: place) == nil else { return }
            throw InputError(
                .ambiguous, source: simulation.places, problem: "the place \(quoted: place) does not exist",
                remedy: "give the identifier of one of its places")
        }

        private func sayClock(of scene: RideScene) {
            guard scene.ride.origin == nil else { return }
            Diagnostics.note("no wall clock: times are elapsed", of: scene.ride.source)
        }
    }

    /// Scenarios, and the decisions that differ from their expectations.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Plays scenarios and reports every decision that is not as expected.",
            discussion: """
                A scenario is a text file: inputs at their times, and the decisions expected of each profile. The \
                first line of the result says how many checks passed. The table counts the alerts, the alerts that \
                waited, and how the other entries ended. Failures go to standard error, one per line; the exit code \
                is 1 if there are any. --junit writes them for a build server, a suite for each scenario and a case \
                for each policy.

                With --policy, each scenario is played with that policy file alone, in place of the profiles on its \
                second line. The fields of its policy line replace those of the file. The expectations for all \
                policies count, and those for the file's name. A scenario without any of them is bad input.

                EXAMPLES
                  gaitway gate check Datasets/cab-ride.txt
                  gaitway gate check Datasets/*.txt --junit results.xml
                  echo '{"gaitway":"gate-policy","version":1,"base":"gaitway"}' > policy.json
                  gaitway gate check Datasets/cab-ride.txt --policy policy.json
                """)

        @Argument(help: ArgumentHelp("Scenarios; - is standard input.", valueName: "file"), completion: .file())
        var files: [String]

        @Option(
            help: ArgumentHelp("Write JUnit XML; - writes it instead of the table.", valueName: "file"),
            completion: .file())
        var junit: String?

        @Option(
            help: ArgumentHelp("A policy file, in place of the scenarios' profiles.", valueName: "file"),
            completion: .file(extensions: ["json"]))
        var policy: String?

        @OptionGroup var result: ResultArguments
        @OptionGroup var messages: QuietArguments

        func validate() throws {
            try StandardInput.checkOnce(files + [policy].compactMap(\.self), "scenario or policy")
            try result.check(endings: "txt", beside: junit, named: "--junit")
        }

        func run() async throws {
            try result.replacing.check([junit, result.output], reading: InputFiles(files + [policy]))
            try await ResultFile.taking(result.output, replaces: result.replacing.force) { try check() }
        }

        private func check() throws {
            let run = try ScenarioRun(files, policy: policy.map { try GatePolicy(file: $0) })
            var results = ResultFiles(replaces: result.replacing.force)
            results.write(run.report.xml, to: junit)
            if junit != OutputPlan.standardOutput || OutputPlan.isFile(result.output), let verdict = run.report.verdict
            {
                try StandardOutput.print(verdict + "\n\n" + run.table.text(width: TerminalWidth.columns))
            }
            for line in run.notes { Diagnostics.note(line) }
            for line in run.failures { Diagnostics.error(line) }
            try results.finish()
            if let fault = run.fault { throw fault }
            if run.report.hasFailed { throw ExitCode(ExitStatus.failed) }
        }
    }
}
