public import MotionTypes
internal import TextFormats

/// The policy as a file, version 1; POLICY.md of this module describes it.
extension TimelinePolicy {
    private static let format = DocumentFormat(kind: "timeline-policy", version: 1)

    /// The fields that are numbers, by their names in the file.
    private static let numbers: [(name: String, path: any WritableKeyPath<TimelinePolicy, Double> & Sendable)] = [
        ("worst_accuracy", \.worstAccuracy), ("unstated_accuracy", \.unstatedAccuracy),
        ("impossible_speed", \.impossibleSpeed), ("jump_duration", \.jumpDuration.inSeconds),
        ("mixed_share", \.mixedShare),
        ("visit_radius", \.visitRadius), ("shortest_visit", \.shortestVisit.inSeconds),
        ("trip_ending_pause", \.tripEndingPause.inSeconds),
        ("fastest_drift", \.fastestDrift), ("jitter_duration", \.jitterDuration.inSeconds),
        ("fastest_departure", \.fastestDeparture), ("fastest_still_departure", \.fastestStillDeparture),
        ("vehicle_share", \.vehicleShare),
        ("walking_share", \.walkingShare), ("still_share", \.stillShare), ("certain_visit", \.certainVisit.inSeconds),
        ("shortest_trip", \.shortestTrip), ("longest_look_back", \.longestLookBack.inSeconds),
        ("longest_steps_inside", \.longestStepsInside.inSeconds), ("shortest_rest", \.shortestRest.inSeconds),
        ("longest_idle", \.longestIdle.inSeconds),
        ("longest_look_ahead", \.longestLookAhead.inSeconds), ("longest_silence", \.longestSilence.inSeconds),
        ("walking_pace", \.walkingPace),
        ("shortest_section", \.shortestSection.inSeconds), ("longest_pause_in_mode", \.longestPauseInMode.inSeconds),
        ("fastest_ride", \.fastestRide), ("cycling_share", \.cyclingShare), ("pedalling_share", \.pedallingShare),
        ("seated_share", \.seatedShare), ("mode_change_cost", \.modeChangeCost),
        ("report_lifetime", \.reportLifetime.inSeconds), ("lateness", \.lateness.inSeconds),
    ]

    /// The fields that are counts, by their names in the file.
    private static let counts: [(name: String, path: any WritableKeyPath<TimelinePolicy, Int> & Sendable)] = [
        ("jump_confirmations", \.jumpConfirmations), ("fewest_mixed_jumps", \.fewestMixedJumps),
    ]

    /// About 31 years, in seconds: longer than any of these can sensibly be.
    private static let largest = 1e9

    /// Reads a policy; a field that is absent has its default.
    ///
    /// - Throws: ``InputError`` with the line: `empty`, `unsupported` for another kind or version, `malformed` for what is no JSON, a
    ///   field that is not known or a value out of range, `truncated` for a file that was cut.
    public init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        self.init()
        do throws(InputError) {
            let root = try Self.format.root(of: bytes)
            for member in root.members ?? [] where member.key != "gaitway" && member.key != "version" {
                try set(member.key, member.value)
            }
            if let fault { throw InputError(.malformed, problem: fault, remedy: "mend the policy") }
        } catch {
            throw source.map { error.inSource($0) } ?? error
        }
    }

    private mutating func set(_ name: String, _ value: JSONElement) throws(InputError) {
        func outOfRange(_ remedy: String) -> InputError {
            InputError(.malformed, line: value.line, problem: "\"\(name)\" is out of range", remedy: remedy)
        }
        if let field = Self.numbers.first(where: { $0.name == name }) {
            let isShare = name.hasSuffix("_share")
            guard let number = value.number, number >= 0, number <= (isShare ? 1 : Self.largest) else {
                throw outOfRange(isShare ? "give a share from 0 to 1" : "give a number from 0 to 1000000000")
            }
            self[keyPath: field.path] = number
        } else if let field = Self.counts.first(where: { $0.name == name }) {
            guard let number = value.number.flatMap({ Int(exactly: $0) }), (1...1_000_000).contains(number) else {
                throw outOfRange("give a whole number from 1 to 1000000")
            }
            self[keyPath: field.path] = number
        } else {
            let known = (Self.numbers.map(\.name) + Self.counts.map(\.name)).joined(separator: ", ")
            throw InputError(
                .malformed, line: value.line, problem: "the policy has the unknown field \"\(name)\"",
                remedy: "known are " + known)
        }
    }

    /// What makes the values contradict each other, or nil.
    public var fault: String? {
        if visitRadius <= 0 || worstAccuracy <= 0 || impossibleSpeed <= 0 || walkingPace <= 0 || fastestDrift <= 0 {
            return "a radius, an accuracy or a speed is 0"
        }
        if shortestVisit <= .zero { return "the shortest visit is 0 s" }
        if shortestVisit > tripEndingPause {
            return "the shortest visit is longer than the pause that ends a trip"
        }
        if tripEndingPause > certainVisit { return "the pause that ends a trip is longer than a certain visit" }
        return nil
    }

    /// The policy as a file, every field in it.
    public var json: String {
        let fields =
            Self.numbers.map { "  \"\($0.name)\": \(Self.text(self[keyPath: $0.path]))" }
            + Self.counts.map { "  \"\($0.name)\": \(self[keyPath: $0.path])" }
        return "{\n  \"gaitway\": \"\(Self.format.kind)\",\n  \"version\": \(Self.format.version),\n"
            + fields.joined(separator: ",\n") + "\n}\n"
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : value.description
    }
}
