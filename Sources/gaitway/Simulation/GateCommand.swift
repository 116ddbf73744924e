// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import GaitwayReports
import GaitwayTimeline
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
            guard entry.map({ $0 >= 1 }) ?? true else { throw ValidationError("--entry takes a number from 1") }
            try simulation.checkChanges()
        }

        func run() async throws {
            try await result.taking(reading: simulation.files) {
                try LiveSimulation.isNamed(by: simulation) ? play() : explain()
            }
        }

        private func explain() throws {
            let policy = try simulation.gatePolicy()
            let scene = try simulation.scene()
            let result = try scene.play(policy: policy, strategy: simulation.monitoring)
            try check(scene)
            let explanation = try result.explanation(
                entry: entry, place: place, clock: simulation.clock(of: scene.ride, withOffset: true))
            sayClock(of: scene)
            var output = StandardOutput()
            try output.write(wrapped(String(explanation.dropLast())))
            try output.flush()
            if let fault = scene.ride.fault { throw fault }
        }

        /// Explains each decision as soon as it is certain, while the activity stream comes.
        private func play() throws {
            var live = try LiveSimulation(simulation)
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
            var plan = OutputPlan(inputs: InputFiles(files + [policy]))
            for path in [junit, result.output].compactMap(\.self) {
                try plan.add(path, replaces: result.replacing.force)
            }
            try await ResultFile.taking(result.output, replaces: result.replacing.force) { try check() }
        }

        private func check() throws {
            var report = JUnitReport()
            var table = TextTable(
                ["scenario", "policy", "alerts", "late", "skipped", "dropped", "waiting", "ok"], texts: 2)
            let policy = try policy.map { try GatePolicy(file: $0) }
            var fault: InputError?
            var (notes, failures): ([String], [String]) = ([], [])
            for file in files {
                let name = StandardInput.name(of: file)
                do {
                    let scenario = try self.scenario(file, name, policy)
                    if let note = scenario.note { notes.append("\(name): \(note)") }
                    report.suites.append(JUnitReport.Suite(name, []))
                    for outcome in try outcomes(of: scenario, name, policy) {
                        report.suites[report.suites.count - 1].cases
                            .append(JUnitReport.Case(outcome.policy, in: name, failures: outcome.failures))
                        let tally = outcome.tally
                        table.add([
                            FileName.last(name), outcome.policy, "\(tally.count(.deliver))",
                            "\(tally.deferredAndDelivered)",
                            "\(tally.count(.skip))", "\(tally.count(.drop))", "\(tally.waiting)",
                            outcome.failures.isEmpty ? "yes" : "no",
                        ])
                        failures += outcome.misses.map { miss in
                            "\(name): line \(miss.line) (profile \(QuotedText.text(outcome.policy))): \(miss.problem)"
                        }
                    }
                } catch let error as InputError {
                    report.suites.append(
                        JUnitReport.Suite(
                            name, [JUnitReport.Case("scenario", in: name, fault: error.forCommandLine)]))
                    // The others are played all the same.
                    if let fault { Diagnostics.error(fault) }
                    fault = error
                }
            }
            var results = ResultFiles(replaces: result.replacing.force)
            results.write(report.xml, to: junit)
            if junit != OutputPlan.standardOutput || OutputPlan.isFile(result.output), let verdict = report.verdict {
                try StandardOutput.print(verdict + "\n\n" + table.text(width: TerminalWidth.columns))
            }
            for line in notes { Diagnostics.note(line) }
            for line in failures { Diagnostics.error(line) }
            try results.finish()
            if let fault { throw fault }
            if report.hasFailed { throw ExitCode(ExitStatus.failed) }
        }

        /// The outcome with the policy file alone, else with each profile of the scenario.
        private func outcomes(
            of scenario: GateScenario, _ name: String, _ policy: GatePolicy?
        ) throws -> [GateScenario.Outcome] {
            guard let policy else { return try scenario.outcomes() }
            guard try scenario.expectsAnything(of: policy) else {
                throw InputError(
                    .unsupported, source: name, problem: "it expects nothing of the policy \(quoted: policy.name)",
                    remedy: "leave the profile's name out before an expectation, or write \(policy.name): there")
            }
            return [try scenario.outcome(of: policy)]
        }

        private func scenario(_ file: String, _ name: String, _ policy: GatePolicy?) throws -> GateScenario {
            let bytes = try FileBytes.read(file, limit: 1 << 20, remedy: "give one scenario a file")
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw InputError(
                    .malformed, source: name, problem: "the text is not UTF-8", remedy: "save the file as UTF-8")
            }
            return try GateScenario(
                text, source: name, policies: [policy].compactMap(\.self) + GatePolicy.profiles)
        }
    }
}
