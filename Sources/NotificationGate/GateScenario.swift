package import MotionTypes

/// A text that plays the gate: inputs at their times, and the decisions expected of each profile. SCENARIOS.md describes it.
package struct GateScenario: Sendable {
    /// What one profile made of it.
    package struct Outcome: Sendable {
        /// The policy's name.
        package var policy: String
        /// All decisions, in order.
        package var decisions: [GateDecision]
        /// What was expected and did not come, each with its line.
        package var failures: [String]
    }

    /// One sentence that says why the scenario matters.
    package let why: String
    /// The profiles that it is played with.
    package let profiles: [String]
    private let lines: [ScenarioLine]

    /// Reads the lines of a file.
    ///
    /// Throws: `InputError` with the line for what SCENARIOS.md does not have.
    package init(_ text: String, source: String? = nil) throws(InputError) {
        do throws(InputError) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard lines.contains(where: { !$0.isEmpty }) else {
                throw InputError(.empty, problem: "the scenario is empty", remedy: "SCENARIOS.md tells what to write")
            }
            why = lines[0]
            guard why.split(separator: " ").count > 3, why.hasSuffix(".") else {
                throw InputError(
                    .malformed, line: 1, problem: "no sentence that says why",
                    remedy: "begin with one, up to its full stop")
            }
            var rest = lines.enumerated().dropFirst().compactMap { ScenarioLine($1, number: $0 + 1) }[...]
            guard let first = rest.popFirst(), first.words[0] == "profiles", first.words.count > 1 else {
                throw InputError(
                    .malformed, line: 2, problem: "no profiles",
                    remedy: "name them on the second line: profiles here article gaitway")
            }
            profiles = Array(first.words.dropFirst())
            for name in profiles where GatePolicy.profile(named: name) == nil {
                throw first.fault("unknown profile \(name)")
            }
            self.lines = Array(rest)
            // Whatever is wrong with a line is told before any of them is played.
            for profile in profiles { _ = try script(for: profile) }
        } catch {
            throw source.map(error.inSource) ?? error
        }
    }

    /// Plays it with each of its profiles.
    package func outcomes() throws -> [Outcome] { try profiles.map(outcome) }

    private func outcome(of profile: String) throws -> Outcome {
        let script = try script(for: profile)
        var gate = try Gate(policy: script.policy)
        var decisions: [GateDecision] = []
        for (time, input) in script.inputs {
            decisions += gate.advance(to: time)
            if let input {
                decisions += gate.handle(input, at: time)
            } else {
                gate = try Gate(policy: script.policy, savedState: try gate.savedState())
            }
        }
        if let end = script.end { decisions += gate.advance(to: end) }
        return Outcome(
            policy: profile, decisions: decisions,
            failures: GateExpectation.failures(script.expectations, decisions: decisions))
    }

    /// What the lines say for one profile.
    private struct Script {
        var policy: GatePolicy
        /// By time; nil for a restart.
        var inputs: [(time: Timestamp, input: GateInput?)] = []
        var expectations: [GateExpectation] = []
        var end: Timestamp?
    }

    /// The lines that count for a profile, without its name.
    private func lines(for profile: String) throws(InputError) -> [ScenarioLine] {
        var own: [ScenarioLine] = []
        for var line in lines {
            if line.words[0].hasSuffix(":") {
                let name = line.words.removeFirst().dropLast()
                guard profiles.contains(String(name)) else { throw line.fault("the profile \(name) is not played") }
                guard !line.words.isEmpty else { throw line.fault("nothing behind \(name):") }
                guard name == profile else { continue }
            }
            own.append(line)
        }
        return own
    }

    private func script(for profile: String) throws(InputError) -> Script {
        var script = Script(policy: GatePolicy.profile(named: profile) ?? .gaitway)
        var clock = ScenarioClock()
        var inputs: [(time: Timestamp, order: Int, input: GateInput?)] = []
        let own = try lines(for: profile)
        for line in own where line.words[0] == "origin" { clock.origin = try line.origin() }
        for line in own {
            switch line.words[0] {
            case "policy": script.policy = try line.policy(base: profile)
            case "origin": continue
            case "at":
                inputs.append((try clock.time(line.word(1), line), inputs.count, try line.input(clock)))
            case "until": script.end = try clock.time(line.word(1), line)
            case "expect": script.expectations.append(try GateExpectation(line, clock))
            case let word: throw line.fault("unknown word \(word)")
            }
        }
        // Lines may stand in any order, so that a series is written as one block; of one time, the first written is first.
        script.inputs = inputs.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map { ($0.time, $0.input) }
        return script
    }
}
