// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A text that plays the gate: inputs at their times, and the decisions expected of each profile. SCENARIOS.md
/// describes it.
public struct GateScenario: Sendable {
    /// The outcome with one profile.
    public struct Outcome: Sendable {
        /// The policy's name.
        public var policy: String
        /// All decisions, in order.
        public var decisions: [GateDecision]
        /// The expectations that were not met, each with its line.
        public var failures: [String] { misses.map { "line \($0.line): \($0.problem)" } }
        package let misses: [Miss]

        /// How the entries ended.
        package var tally: DecisionTally { DecisionTally(decisions) }
    }

    /// An expectation that was not met.
    package struct Miss: Sendable {
        /// Line of the scenario, from 1.
        package let line: Int
        /// `expected 1 alert, got 0`.
        package let problem: String
    }

    /// One sentence that says why the scenario matters.
    public let why: String
    /// What is missing in the sentence; nil if nothing is. The scenario is played all the same.
    package let note: String?
    /// The names of the policies that it is played with: the built-in profiles, as a rule.
    public let profiles: [String]
    private let policies: [GatePolicy]
    private let lines: [ScenarioLine]

    /// Reads the lines of a file.
    ///
    /// - Parameters:
    ///   - text: the scenario.
    ///   - source: its name, for errors.
    ///   - policies: the policies that its second line may name.
    /// - Throws: `InputError` with the line for a line that SCENARIOS.md does not describe.
    public init(
        _ text: String, source: String? = nil, policies: [GatePolicy] = GatePolicy.profiles
    ) throws(InputError) {
        do throws(InputError) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard lines.contains(where: { !$0.isEmpty }) else {
                throw .empty("the scenario is empty", remedy: "see \(document: .scenarios) for its lines")
            }
            why = lines[0]
            let isSentence = why.split(separator: " ").count > 3 && why.hasSuffix(".")
            note =
                isSentence
                ? nil
                : "line 1: the first line should say in a sentence why the scenario matters: four words or more and a "
                    + "full stop"
            var rest = lines.enumerated().dropFirst().compactMap { ScenarioLine($1, number: $0 + 1) }[...]
            guard let first = rest.popFirst(), first.words[0] == "profiles", first.words.count > 1 else {
                throw .malformed(
                    "the second line must name the profiles",
                    remedy: "write for example: profiles here article gaitway", line: 2)
            }
            profiles = Array(first.words.dropFirst())
            self.policies = try profiles.map { (name) throws(InputError) in
                guard let policy = policies.first(where: { $0.name == name }) else {
                    throw first.fault("the profile \(quoted: name) is not known")
                }
                return policy
            }
            self.lines = Array(rest)
            // All lines are checked before the first is played.
            for policy in self.policies { _ = try script(for: policy) }
        } catch {
            throw source.map(error.inSource) ?? error
        }
    }

    /// Plays it with each of its profiles.
    ///
    /// - Throws: `InputError` for an invalid policy.
    public func outcomes() throws(InputError) -> [Outcome] { try policies.map(outcome) }

    /// Plays it with any policy. The expectations for all profiles and for a profile of this name apply.
    ///
    /// - Throws: `InputError` for an invalid policy.
    public func outcome(of policy: GatePolicy) throws(InputError) -> Outcome {
        let script = try script(for: policy)
        var gate = try Gate(policy: script.policy)
        var decisions: [GateDecision] = []
        var lead = Duration.zero
        for (time, step) in script.steps {
            if case .clock(let newLead) = step {
                lead = newLead
                continue
            }
            decisions += gate.advance(to: time + lead)
            switch step {
            case .input(let input): decisions += gate.handle(input, at: time + lead)
            case .restart: gate = try Gate(policy: script.policy, savedState: try gate.savedState())
            case .clock: break
            }
        }
        if let end = script.end { decisions += gate.advance(to: end + lead) }
        return Outcome(
            policy: policy.name, decisions: decisions,
            misses: GateExpectation.misses(script.expectations, decisions: decisions))
    }

    /// Whether an expectation applies to a policy: one for all profiles, or one for a profile of its name.
    ///
    /// - Throws: `InputError` for lines that do not suit the policy.
    package func expectsAnything(of policy: GatePolicy) throws(InputError) -> Bool {
        try !script(for: policy).expectations.isEmpty
    }

    /// The inputs and expectations for one profile.
    private struct Script {
        var policy: GatePolicy
        /// By time, which is not always that of the phone's clock.
        var steps: [(time: Timestamp, step: ScenarioStep)] = []
        var expectations: [GateExpectation] = []
        var end: Timestamp?
    }

    /// The lines that count for the profile of a name, without that name.
    private func lines(for profile: String) throws(InputError) -> [ScenarioLine] {
        var own: [ScenarioLine] = []
        for var line in lines {
            if line.words[0].hasSuffix(":") {
                let name = line.words.removeFirst().dropLast()
                guard profiles.contains(String(name)) else {
                    throw line.fault("the profile \(quoted: name) is not on the profiles line")
                }
                guard !line.words.isEmpty else { throw line.fault("nothing follows \(name):") }
                guard name == profile else { continue }
            }
            own.append(line)
        }
        return own
    }

    private func script(for policy: GatePolicy) throws(InputError) -> Script {
        var script = Script(policy: policy)
        var clock = ScenarioClock()
        var steps: [(time: Timestamp, order: Int, step: ScenarioStep)] = []
        let own = try lines(for: policy.name)
        for line in own where line.words[0] == "origin" { clock.origin = try line.origin() }
        for line in own {
            switch line.words[0] {
            case "policy": script.policy = try line.policy(base: policy)
            case "origin": continue
            case "at": steps.append((try clock.time(line.word(1), line), steps.count, try line.step(clock)))
            case "until": script.end = try clock.time(line.word(1), line)
            case "expect": script.expectations.append(try GateExpectation(line, clock))
            case let word: throw line.fault("the word \(word) is not known")
            }
        }
        // Lines may stand in any order, so that a series is written as one block; of one time, the first written is
        // first.
        script.steps = steps.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map { ($0.time, $0.step) }
        return script
    }
}
