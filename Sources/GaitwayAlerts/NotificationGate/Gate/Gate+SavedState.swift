// SPDX-License-Identifier: Apache-2.0
// FoundationEssentials for its JSON coders, which are exact for 64-bit integers.
internal import FoundationEssentials
public import GaitwayBase

extension Gate {
    private static let kind = "gate-state"
    private static let format = SavedStateFormat(of: "a gate", version: 2)

    /// The state as it stands in JSON.
    private struct StateFile: Codable {
        var gaitway = Gate.kind
        var version = Gate.format.version
        var policy: String
        var state: GateState
    }

    private struct Preamble: Codable {
        var gaitway: String
        var version: Int
    }

    /// Everything the gate remembers, as JSON. A gate made from it decides as this one would.
    ///
    /// - Throws: `InputError`, `malformed` for a gate that was given a distance or a speed that is not a number.
    public func savedState() throws(InputError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(StateFile(policy: policy.name, state: state)) else {
            throw .malformed(
                "a distance or a speed given to the gate is not a number", remedy: "leave out what is not known")
        }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }

    /// A gate that goes on from what ``savedState()`` gave. The policy may be another than before. It may forget the
    /// last report, see ``GatePolicy/whenRestarted``.
    ///
    /// - Throws: `InputError` for an invalid policy, and for bytes that are not a saved state of this version.
    public init(policy: GatePolicy, savedState bytes: [UInt8], source: String? = nil) throws(InputError) {
        try self.init(policy: policy)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        guard let preamble = try? decoder.decode(Preamble.self, from: data), preamble.gaitway == Self.kind
        else { throw Self.format.foreign(bytes, source: source) }
        try Self.format.check(version: preamble.version, source: source)
        let file: StateFile
        do {
            file = try decoder.decode(StateFile.self, from: data)
        } catch {
            throw Self.format.damaged(
                Self.place(of: error).map { "\($0) is missing or not as the gate writes it" }, source: source)
        }
        // From a state that no gate reaches, a gate could come to one that it cannot save.
        if let fault = file.state.fault { throw Self.format.damaged(fault, source: source) }
        state = file.state
        if policy.whenRestarted == .forget { state.motion.forgetReport() }
    }

    /// Where a decoder met what it could not read: `state.waiting[0].entered`; nil where it does not say.
    private static func place(of error: any Error) -> String? {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        default: path = []
        }
        let place = path.map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
        return place.isEmpty ? nil : String(place.drop { $0 == "." })
    }
}

extension GateState {
    /// The first value that no gate saves, with its place; nil without one.
    fileprivate var fault: String? { waitingFault ?? motionFault ?? timesFault }

    private var waitingFault: String? {
        guard (0..<Int.max / 2).contains(entries) else { return "state.entries is \(entries), which no gate comes to" }
        var last = 0
        for (index, entry) in waiting.enumerated() {
            let place = "state.waiting[\(index)]"
            guard entry.number > last, entry.number <= entries else {
                return
                    "\(place).number is \(entry.number), and is not above \(last) and at most state.entries, \(entries)"
            }
            last = entry.number
            for (key, number) in [
                ("distance", entry.distance), ("speed", entry.speed), ("nearestOther", entry.nearestOther),
            ] {
                guard let number, !(number >= 0 && number.isFinite) else { continue }
                return "\(place).\(key) is \(number), and must be a number from 0"
            }
        }
        return nil
    }

    private var motionFault: String? {
        if let current = motion.current {
            guard current.flags <= MotionState.Current.allFlags else {
                return "state.motion.current.flags is \(current.flags), and there are six flags"
            }
            guard (0...2).contains(current.confidence) else {
                return "state.motion.current.confidence is \(current.confidence), and is 0, 1 or 2"
            }
        }
        guard (motion.current == nil) == (motion.lastHeard == nil) else {
            return "state.motion has one of current and lastHeard without the other"
        }
        if let fault = motion.cadence?.fault { return "state.motion.cadence.\(fault), which no gate saves" }
        return motion.speed?.isFinite == false ? "state.motion.speed.trail has a value that is not a number" : nil
    }

    /// The fault of a time that lies after the newest input.
    private var timesFault: String? {
        guard alerts == alerts.sorted() else { return "state.alerts are out of order" }
        let motionTimes = [motion.drivingSince].compactMap(\.self) + (motion.speed?.times ?? [])
        for (place, times) in [
            ("alerts", alerts), ("storyAlerts", Array(storyAlerts.values)), ("waiting", waiting.map(\.entered)),
            ("motion", motionTimes),
        ] {
            guard let newest = times.max() else { continue }
            guard let latest else { return "state.\(place) has a time, and state.latest is missing" }
            guard newest <= latest else {
                return
                    "state.\(place) has the time \(newest.nanoseconds), which is after state.latest, "
                    + "\(latest.nanoseconds)"
            }
        }
        return nil
    }
}
