// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayAlerts
internal import GaitwayBase

/// Makes a gate with the policy of a profile.
@c @implementation
public func gaitway_gate_create(_ profile: UnsafePointer<CChar>?, _ gate: HandleResult) -> gaitway_status {
    make(gate, "gate") { () throws(CallError) in
        let name = try text(profile, "profile")
        guard let policy = GatePolicy.profile(named: name) else {
            let names = GatePolicy.profiles.map(\.name).joined(separator: ", ")
            throw CallError("this profile does not exist; give one of \(names)")
        }
        return try GateObject(policy)
    }
}

/// Makes a gate with the policy of a file.
@c @implementation
public func gaitway_gate_create_policy(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ name: UnsafePointer<CChar>?, _ gate: HandleResult
) -> gaitway_status {
    make(gate, "gate") { () throws(CallError) in
        let bytes = try CInterface.bytes(bytes, size: size)
        let name = try optionalText(name, "name")
        return try GateObject(try reading(GatePolicy(json: bytes, source: name)))
    }
}

/// Frees a gate.
@c @implementation
public func gaitway_gate_free(_ gate: OpaquePointer?) -> gaitway_status { GateObject.free(gate) }

/// Gives a gate's policy as JSON.
@c @implementation
public func gaitway_gate_policy(_ gate: OpaquePointer?, _ json: TextResult) -> gaitway_status {
    GateObject.call(gate, text: json, "json") { (object) throws(CallError) in
        String(decoding: object.gate.policy.json(), as: UTF8.self)
    }
}

/// Gives a gate's memory as bytes.
@c @implementation
public func gaitway_gate_save(
    _ gate: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    GateObject.call(gate, bytes: bytes, size: size) { (object) throws(CallError) in
        try reading(object.gate.savedState())
    }
}

/// Goes on from the saved memory of a gate.
@c @implementation
public func gaitway_gate_restore(_ gate: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int) -> gaitway_status {
    call { () throws(CallError) in
        let bytes = try CInterface.bytes(bytes, size: size)
        try GateObject.use(gate) { (object) throws(CallError) in try object.restore(bytes) }
    }
}

/// Gives a gate the ticks up to a moment.
@c @implementation
public func gaitway_gate_advance(_ gate: OpaquePointer?, _ moment: Int64) -> gaitway_status {
    GateObject.call(gate) { (object) throws(CallError) in _ = try object.advance(to: moment) }
}

/// Tells a gate that a moment is right, though it lies before the last one.
@c @implementation
public func gaitway_gate_rebase(_ gate: OpaquePointer?, _ moment: Int64) -> gaitway_status {
    GateObject.call(gate) { (object) throws(CallError) in try object.rebase(to: moment) }
}

/// Gives the jump of the clock that the last input showed.
@c @implementation
public func gaitway_gate_clock_jump(
    _ gate: OpaquePointer?, _ jump: UnsafeMutablePointer<Int64>?, _ isSet: UnsafeMutablePointer<Int32>?
) -> gaitway_status {
    GateObject.call(gate, number: jump, "jump_ns", isSet: isSet, "is_set") { $0.gate.clockJump?.wholeNanoseconds }
}

/// Gives a gate a report at its delivery.
@c @implementation
public func gaitway_gate_report(
    _ gate: OpaquePointer?, _ moment: Int64, _ report: UnsafePointer<gaitway_report>?
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in .report(try required(report, "report").pointee.report("report")) }
}

/// Gives a gate an entry.
@c @implementation
public func gaitway_gate_enter(
    _ gate: OpaquePointer?, _ moment: Int64, _ entry: UnsafePointer<gaitway_entry>?
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in .enter(try RegionEntry(entry)) }
}

/// Tells a gate that the person left a region.
@c @implementation
public func gaitway_gate_exit(_ gate: OpaquePointer?, _ moment: Int64, _ place: UnsafePointer<CChar>?) -> gaitway_status
{
    take(moment, gate) { () throws(CallError) in .exit(place: try text(place, "place")) }
}

/// Tells a gate that the person came back into a region.
@c @implementation
public func gaitway_gate_come_back(
    _ gate: OpaquePointer?, _ moment: Int64, _ place: UnsafePointer<CChar>?
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in .comeBack(place: try text(place, "place")) }
}

/// Gives a gate a fix.
@c @implementation
public func gaitway_gate_fix(
    _ gate: OpaquePointer?, _ moment: Int64, _ fix: UnsafePointer<gaitway_fix>?
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in
        .fix(GateFix(try Location(try required(fix, "fix").pointee, "fix")))
    }
}

/// Tells a gate whether motion activity is available.
@c @implementation
public func gaitway_gate_availability(
    _ gate: OpaquePointer?, _ moment: Int64, _ availability: Int32
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in
        switch Int(availability) {
        case GAITWAY_MOTION_AVAILABLE: return .availability(.available)
        case GAITWAY_MOTION_UNSUPPORTED: return .availability(.unsupported)
        case GAITWAY_MOTION_UNAUTHORISED: return .availability(.unauthorised)
        default: throw CallError("the availability is \(availability); give one of GAITWAY_MOTION_...")
        }
    }
}

/// Gives a gate the person's action.
@c @implementation
public func gaitway_gate_action(
    _ gate: OpaquePointer?, _ moment: Int64, _ action: Int32, _ place: UnsafePointer<CChar>?, _ until: Int64
) -> gaitway_status {
    take(moment, gate) { () throws(CallError) in .user(try UserAction(action, place, until: until)) }
}

/// A call that gives a gate an input, which is checked before the gate is looked at.
private func take(
    _ moment: Int64, _ gate: OpaquePointer?, _ input: () throws(CallError) -> GateInput
) -> gaitway_status {
    call { () throws(CallError) in
        let input = try input()
        try GateObject.use(gate) { (object) throws(CallError) in try object.take(input, at: moment) }
    }
}

/// Moves the decisions out, one line of JSON each.
@c @implementation
public func gaitway_gate_take_decisions(_ gate: OpaquePointer?, _ lines: TextResult) -> gaitway_status {
    GateObject.call(gate, text: lines, "lines") { (object) throws(CallError) in
        let text = object.decisions.map { $0.json + "\n" }.joined()
        object.decisions = []
        return text
    }
}

/// Gives the moment of the next tick, if the gate wants one.
@c @implementation
public func gaitway_gate_wake_up(
    _ gate: OpaquePointer?, _ moment: UnsafeMutablePointer<Int64>?, _ isSet: UnsafeMutablePointer<Int32>?
) -> gaitway_status {
    GateObject.call(gate, number: moment, "moment_ns", isSet: isSet, "is_set") { $0.gate.wakeUp?.nanoseconds }
}

/// Gives the number of entries without a final decision.
@c @implementation
public func gaitway_gate_waiting(_ gate: OpaquePointer?, _ entries: UnsafeMutablePointer<Int>?) -> gaitway_status {
    call { () throws(CallError) in
        let entries = try required(entries, "entries")
        try GateObject.use(gate) { (object) throws(CallError) in entries.pointee = object.gate.waitingEntries }
    }
}
