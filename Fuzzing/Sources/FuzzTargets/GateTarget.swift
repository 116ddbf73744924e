// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase

/// Reads any bytes as a policy and as a gate's saved state. A policy must be valid, and be the same after writing and
/// reading. A gate that continues from a state must answer inputs, and its own state must be readable.
enum GateTarget: FuzzTarget {
    static let name = "gate"

    static func take(_ bytes: [UInt8]) {
        do throws(InputError) {
            let policy = try GatePolicy(json: bytes)
            guard let again = try? GatePolicy(json: policy.json()), var gate = try? Gate(policy: again) else {
                fatalError("a policy that was read is not read again")
            }
            precondition(again == policy)
            play(&gate)
        } catch {
            precondition(!error.problem.isEmpty)
        }
        do throws(InputError) {
            let gate = try Gate(policy: .gaitway, savedState: bytes)
            playOn(gate)
        } catch {
            precondition(!error.problem.isEmpty)
        }
    }

    /// Checks that a state is the same after saving and reading, that both gates decide the same, and that their states
    /// stay the same.
    private static func playOn(_ gate: Gate) {
        var (gate, other) = (gate, savedAndRead(gate))
        let decisions = play(&gate)
        precondition(play(&other) == decisions, "a saved gate decides otherwise")
        precondition(savedAndRead(gate).wakeUp == other.wakeUp)
    }

    private static func savedAndRead(_ gate: Gate) -> Gate {
        guard let saved = try? gate.savedState(), let again = try? Gate(policy: .gaitway, savedState: saved) else {
            fatalError("a state that was read is not saved and read again")
        }
        precondition((try? again.savedState()) == saved, "a state changes by saving")
        precondition(again.waitingEntries == gate.waitingEntries && again.wakeUp == gate.wakeUp)
        return again
    }
}

/// Plays an entry, a walk and an hour, and checks that each entry has at most one final answer.
@discardableResult
private func play(_ gate: inout Gate) -> [GateDecision] {
    let noon = Fixtures.noon
    var decisions = gate.handle(.enter(RegionEntry(place: "place", nearestOther: 100)), at: noon)
    decisions += gate.handle(
        .report(ActivityReport(activity: MotionActivity(flags: .walking, confidence: .high))), at: noon)
    for minute in 1...60 {
        decisions += gate.handle(.tick, at: noon.advanced(byNanoseconds: Int64(minute) * 60_000_000_000))
    }
    let ended = decisions.filter(\.kind.isFinal).map(\.entry)
    precondition(Set(ended).count == ended.count)
    for decision in decisions { precondition(!decision.reasons.isEmpty && decision.json.hasPrefix("{")) }
    return decisions
}
