// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// What holds for any inputs.
@Suite struct GatePropertyTests {
    private static func end(_ inputs: [(time: Timestamp, input: GateInput)]) -> Timestamp {
        (inputs.last?.time ?? RandomInputs.origin).advanced(byNanoseconds: 86_400_000_000_000)
    }

    private static func run(_ policy: GatePolicy, _ inputs: [(time: Timestamp, input: GateInput)]) throws -> (
        Gate, [GateDecision]
    ) {
        var gate = try Gate(policy: policy)
        var decisions: [GateDecision] = []
        for (time, input) in inputs { decisions += gate.advance(to: time) + gate.handle(input, at: time) }
        decisions += gate.advance(to: end(inputs))
        return (gate, decisions)
    }

    @Test(arguments: 0..<Rounds.count(1200)) func askingMoreOftenChangesNothing(_ seed: Int) throws {
        var random = RandomInputs(seed: UInt64(seed))
        let policy = random.policy()
        let inputs = random.inputs(60)
        let (_, expected) = try Self.run(policy, inputs)
        var gate = try Gate(policy: policy)
        var decisions: [GateDecision] = []
        var last = RandomInputs.origin
        for (time, input) in inputs {
            for moment in random.moments(from: last, to: time) {
                decisions += gate.advance(to: moment) + gate.handle(.tick, at: moment)
            }
            decisions += gate.advance(to: time) + gate.handle(input, at: time)
            last = time
        }
        for moment in random.moments(from: last, to: Self.end(inputs)) {
            decisions += gate.advance(to: moment) + gate.handle(.tick, at: moment)
        }
        decisions += gate.advance(to: Self.end(inputs))
        #expect(decisions == expected)
    }

    @Test(arguments: 0..<Rounds.count(600)) func aRestartChangesNothing(_ seed: Int) throws {
        var random = RandomInputs(seed: 10_000 + UInt64(seed))
        var policy = random.policy()
        policy.whenRestarted = .keep
        let inputs = random.inputs(40)
        let (_, expected) = try Self.run(policy, inputs)
        var gate = try Gate(policy: policy)
        var decisions: [GateDecision] = []
        func restart() throws {
            let saved = try gate.savedState()
            gate = try Gate(policy: policy, savedState: saved)
            #expect(try gate.savedState() == saved)
        }
        for (time, input) in inputs {
            while let wakeUp = gate.wakeUp, wakeUp <= time {
                decisions += gate.handle(.tick, at: wakeUp)
                try restart()
            }
            decisions += gate.handle(input, at: time)
            try restart()
        }
        decisions += gate.advance(to: Self.end(inputs))
        #expect(decisions == expected)
    }

    @Test(arguments: 0..<Rounds.count(1200)) func everyEntryGetsOneFinalAnswer(_ seed: Int) throws {
        var random = RandomInputs(seed: 20_000 + UInt64(seed))
        let policy = random.policy()
        let inputs = random.inputs(60)
        let (gate, decisions) = try Self.run(policy, inputs)
        var settled: Set<Int> = []
        for decision in decisions {
            #expect(!settled.contains(decision.entry), "a decision after the final one")
            #expect(!decision.reasons.isEmpty)
            #expect(Set(decision.reasons).count == decision.reasons.count)
            if decision.kind == .defer { #expect(try #require(decision.askAgain) > decision.time) }
            if decision.kind.isFinal { settled.insert(decision.entry) }
        }
        let entries = inputs.count { if case .enter = $0.input { true } else { false } }
        #expect(settled.count + gate.waitingEntries == entries)
        #expect(gate.waitingEntries == 0, "a day later nothing waits any more")
        // Each place among the others of an alert was collapsed into it.
        let others = decisions.map(\.others).reduce(0, +)
        #expect(others == decisions.count { $0.reasons.contains(.collapsed) })
    }

    @Test(arguments: 0..<Rounds.count(1200)) func noAlertBreaksTheRules(_ seed: Int) throws {
        var random = RandomInputs(seed: 30_000 + UInt64(seed))
        let policy = random.policy()
        // A reset forgets the alerts, and with them the caps.
        let inputs = random.inputs(80).filter { $0.input != .user(.reset) }
        let (_, decisions) = try Self.run(policy, inputs)
        let alerts = decisions.filter { $0.kind == .deliver }
        for (index, alert) in alerts.enumerated() {
            #expect(
                alert.inputs.sinceDriving != .zero || alert.inputs.source != .fresh
                    || alert.reasons.contains(.passenger)
                    || alert.inputs.confidence != .high || !(alert.inputs.flags ?? []).contains(.automotive))
            guard !alert.reasons.contains(.priority) else { continue }
            for cap in [policy.shortCap, policy.longCap].compactMap({ $0 }) {
                let window = cap.window.components.seconds * 1_000_000_000
                let inside = alerts[...index].count { alert.time.nanoseconds - $0.time.nanoseconds < window }
                #expect(inside <= cap.alerts)
            }
        }
        for decision in decisions where decision.kind == .skip {
            #expect(policy.whenHeld == .skip)
        }
        for (index, alert) in alerts.enumerated() {
            guard let earlier = alerts[..<index].last(where: { $0.place == alert.place }) else { continue }
            let free = Self.firstFree(alert.place, from: earlier, to: alert.entered, inputs, policy)
            #expect(alert.entered >= earlier.time.advanced(byNanoseconds: free))
        }
    }

    /// For how many nanoseconds a place is ignored after its alert at least: for the cool-down of its own, else of its
    /// category, else of the policy, unless the person said another meanwhile.
    private static func firstFree(
        _ place: String, from alert: GateDecision, to end: Timestamp, _ inputs: [(time: Timestamp, input: GateInput)],
        _ policy: GatePolicy
    ) -> Int64 {
        let entries = inputs.compactMap { (_, input) -> RegionEntry? in
            guard case .enter(let entry) = input else { return nil }
            return entry
        }
        let rules = entries[alert.entry - 1].rules
        let own = rules.cooldown ?? rules.category.flatMap { policy.categories[$0]?.cooldown }
        var ends = [(own ?? policy.placeCooldown).components.seconds * 1_000_000_000]
        for (time, input) in inputs where alert.time <= time && time <= end {
            let said = time.nanoseconds - alert.time.nanoseconds
            if input == .user(.later(place: place)) {
                ends.append(said + policy.laterInterval.components.seconds * 1_000_000_000)
            } else if input == .user(.dismiss(place: place)) {
                ends.append(said + policy.placeCooldown.components.seconds * 1_000_000_000)
            }
        }
        return ends.min() ?? 0
    }

    @Test(arguments: 0..<Rounds.count(800)) func nonsenseNeverTraps(_ seed: Int) throws {
        var random = RandomInputs(seed: 40_000 + UInt64(seed))
        var gate = try Gate(policy: random.policy())
        for _ in 0..<60 {
            let (time, input) = random.nonsense()
            for decision in gate.handle(input, at: time) {
                #expect(decision.json.hasPrefix("{\"time\":"))
                #expect(!decision.explanation.isEmpty)
            }
            _ = gate.wakeUp
            gate = try Gate(policy: gate.policy, savedState: try gate.savedState())
        }
    }

    @Test(arguments: 0..<Rounds.count(800)) func damagedStatesAreRefusedOrWork(_ seed: Int) throws {
        var random = RandomInputs(seed: 50_000 + UInt64(seed))
        var generator = SeededGenerator(seed: UInt64(seed))
        let policy = random.policy()
        let inputs = random.inputs(20)
        var gate = try Gate(policy: policy)
        for (time, input) in inputs { _ = gate.handle(input, at: time) }
        var bytes = try gate.savedState()
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 32..<127, using: &generator)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { bytes.removeLast(bytes.count / 2) }
        do throws(InputError) {
            var other = try Gate(policy: policy, savedState: bytes, source: "state.json")
            for (time, input) in random.inputs(20) { _ = other.handle(input, at: time) }
        } catch {
            #expect(error.source == "state.json")
        }
    }
}
