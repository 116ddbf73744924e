// FoundationEssentials for its JSON coders, which are exact for 64-bit integers.
internal import FoundationEssentials
public import MotionTypes

extension Gate {
    private static let kind = "gate-state"
    private static let currentVersion = 2
    /// Version 1 knows nothing of fixes, nor of how long driving lasts.
    private static let supportedVersions = 1...currentVersion

    /// The state, version 2, as it stands in JSON.
    private struct StateFile: Codable {
        var gaitway = Gate.kind
        var version = Gate.currentVersion
        var policy: String
        var state: GateState
    }

    private struct Preamble: Codable {
        var gaitway: String
        var version: Int
    }

    /// Everything the gate remembers, as JSON. A gate made from it decides as this one would.
    ///
    /// - Throws: `InputError`, `malformed` for a gate that was told a distance or a speed that is no number.
    public func savedState() throws(InputError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(StateFile(policy: policy.name, state: state)) else {
            throw InputError(
                .malformed, problem: "a distance or a speed given to the gate is not a number",
                remedy: "leave out what is not known")
        }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }

    /// A gate that goes on from what ``savedState()`` gave. The policy may be another than before.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept, and for bytes that are no saved state of this version.
    public init(policy: GatePolicy, savedState bytes: [UInt8], source: String? = nil) throws(InputError) {
        try self.init(policy: policy)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        guard let preamble = try? decoder.decode(Preamble.self, from: data), preamble.gaitway == Self.kind
        else {
            throw InputError(
                bytes.isEmpty ? .empty : .malformed, source: source,
                problem: "this is not a saved state of a gate",
                remedy: "start without one")
        }
        guard Self.supportedVersions.contains(preamble.version) else {
            throw InputError(
                .unsupported, source: source,
                problem:
                    "the saved state has version \(preamble.version), which is not supported; this build reads 1 to \(Self.currentVersion)",
                remedy: "start without one")
        }
        guard let file = try? decoder.decode(StateFile.self, from: data), file.state.isConsistent else {
            throw InputError(
                .malformed, source: source, problem: "the saved state is damaged", remedy: "start without it")
        }
        state = file.state
    }
}

extension GateState {
    /// Whether the numbers are such as the gate saves.
    fileprivate var isConsistent: Bool { waitingIsConsistent && motionIsConsistent && timesAreConsistent }

    private var waitingIsConsistent: Bool {
        let numbers = waiting.map(\.number)
        return entries >= 0 && entries < Int.max / 2 && numbers == numbers.sorted()
            && Set(numbers).count == numbers.count && numbers.allSatisfy { $0 >= 1 && $0 <= entries }
    }

    private var motionIsConsistent: Bool {
        (motion.current?.flags ?? 0) <= MotionState.Current.allFlags
            && (0...2).contains(motion.current?.confidence ?? 0)
            && (motion.current == nil) == (motion.lastHeard == nil)
    }

    /// Nothing that happened lies behind the newest input.
    private var timesAreConsistent: Bool {
        let happened =
            alerts + storyAlerts.values + waiting.map(\.entered) + [motion.drivingSince].compactMap(\.self)
            + (motion.speed?.times ?? [])
        guard let latest else { return happened.isEmpty }
        return alerts == alerts.sorted() && happened.allSatisfy { $0 <= latest }
    }
}
