import MotionTypes
import NotificationGate

/// Reads any bytes as a policy and as a gate's saved state. A policy that is read can be kept, and is written and read again; a gate that
/// goes on from a state answers inputs, and its own state is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
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
        var gate = try Gate(policy: .gaitway, savedState: bytes)
        play(&gate)
        guard let saved = try? gate.savedState(), let again = try? Gate(policy: .gaitway, savedState: saved) else {
            fatalError("a state that was saved is not read again")
        }
        precondition(again.waitingEntries == gate.waitingEntries && again.wakeUp == gate.wakeUp)
    } catch {
        precondition(!error.problem.isEmpty)
    }
    return 0
}

/// An entry, a walk and an hour; each entry has one final answer at the most.
private func play(_ gate: inout Gate) {
    let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)
    var decisions = gate.handle(.enter(RegionEntry(place: "place", nearestOther: 100)), at: noon)
    decisions += gate.handle(
        .report(ActivityReport(activity: MotionActivity(flags: .walking, confidence: .high))), at: noon)
    for minute in 1...60 {
        decisions += gate.handle(.tick, at: noon.advanced(byNanoseconds: Int64(minute) * 60_000_000_000))
    }
    let ended = decisions.filter(\.kind.isFinal).map(\.entry)
    precondition(Set(ended).count == ended.count)
    for decision in decisions { precondition(!decision.reasons.isEmpty && decision.json.hasPrefix("{")) }
}
