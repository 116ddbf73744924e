// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayAlerts
internal import GaitwayBase

/// A gate and the decisions that the program has not taken.
final class GateObject: HandleObject {
    static let kind = HandleKind.gate

    var gate: Gate
    var decisions: [GateDecision] = []
    private var latest: Timestamp?

    init(_ policy: GatePolicy) throws(CallError) {
        gate = try reading(Gate(policy: policy))
    }

    /// Goes on from the saved state of another gate.
    func restore(_ bytes: [UInt8]) throws(CallError) {
        let policy = gate.policy
        gate = try reading(Gate(policy: policy, savedState: bytes))
        latest = nil
    }

    /// Gives the gate the ticks up to a moment, and an input.
    func take(_ input: GateInput, at nanoseconds: Int64) throws(CallError) {
        decisions += gate.handle(input, at: try advance(to: nanoseconds))
    }

    /// Gives the gate the ticks up to a moment, which is not before the last one.
    func advance(to nanoseconds: Int64) throws(CallError) -> Timestamp {
        let moment = try Self.moment(nanoseconds, "the moment")
        if let latest, moment < latest {
            throw CallError(
                "the moment \(moment.iso8601) lies before the last one, \(latest.iso8601); give inputs in time order, "
                    + "or set the gate right with gaitway_gate_rebase if the clock ran ahead",
                status: GAITWAY_ERROR_ORDER)
        }
        latest = moment
        decisions += gate.advance(to: moment)
        return moment
    }

    /// Takes a moment for the right one, whatever moments came before.
    func rebase(to nanoseconds: Int64) throws(CallError) {
        let moment = try Self.moment(nanoseconds, "the moment")
        latest = moment
        decisions += gate.advance(to: moment) + gate.handle(.rebase, at: moment)
    }

    /// The moment of nanoseconds since 1970, if a gate can use it.
    static func moment(_ nanoseconds: Int64, _ name: String) throws(CallError) -> Timestamp {
        let moment = Timestamp(nanoseconds: nanoseconds)
        guard moment.isUsable else {
            throw CallError(
                "\(name) is \(nanoseconds) ns, which lies before 1685 or after 2254", status: GAITWAY_ERROR_VALUE)
        }
        return moment
    }
}

extension RegionEntry {
    /// The entry that a program gives.
    init(_ pointer: UnsafePointer<gaitway_entry>?) throws(CallError) {
        let entry = try gaitway_entry(given: try required(pointer, "entry"), "entry")
        self.init(
            place: try text(entry.place, "entry.place"), story: try optionalText(entry.story, "entry.story"),
            distance: try Self.known(entry.distance, "entry.distance"),
            speed: try Self.known(entry.speed, "entry.speed"),
            nearestOther: entry.nearest_other == .infinity
                ? .infinity : try Self.known(entry.nearest_other, "entry.nearest_other"),
            hasPriority: try flag(entry.has_priority, "entry.has_priority"),
            isKnown: !(try flag(entry.is_unknown, "entry.is_unknown")), rules: try AlertRules(entry))
    }

    /// A length or speed; nil for NaN.
    private static func known(_ value: Double, _ name: String) throws(CallError) -> Double? {
        guard !value.isNaN else { return nil }
        guard value >= 0, value.isFinite else {
            throw CallError("\(name) is \(value); give a number from 0, or NaN", status: GAITWAY_ERROR_VALUE)
        }
        return value
    }
}

extension UserAction {
    /// The action of a number, of a place, until a moment.
    init(_ action: Int32, _ place: UnsafePointer<CChar>?, until: Int64) throws(CallError) {
        func moment() throws(CallError) -> Timestamp? { until == 0 ? nil : try GateObject.moment(until, "until_ns") }
        switch Int(action) {
        case GAITWAY_ACTION_LATER: self = .later(place: try text(place, "place"))
        case GAITWAY_ACTION_DISMISS: self = .dismiss(place: try text(place, "place"))
        case GAITWAY_ACTION_SNOOZE: self = .snooze(until: try moment())
        case GAITWAY_ACTION_END_SNOOZE: self = .endSnooze
        case GAITWAY_ACTION_PASSENGER: self = .passenger(until: try moment())
        case GAITWAY_ACTION_END_PASSENGER: self = .endPassenger
        case GAITWAY_ACTION_RESET: self = .reset
        default: throw CallError("the action is \(action); give one of GAITWAY_ACTION_...")
        }
    }
}
