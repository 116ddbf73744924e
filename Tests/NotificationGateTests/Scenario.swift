import MotionTypes
import NotificationGate

/// One scenario: inputs at their times, and the decisions expected, per profile.
struct Scenario {
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    private struct Step {
        var line: Int
        var words: [String]
    }

    private let why: String
    private let steps: [Step]

    /// Reads the lines of a file.
    init(_ text: String, file: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        why = lines.first ?? ""
        guard why.split(separator: " ").count > 3, why.hasSuffix(".") else {
            throw Fault(description: "\(file): the first line must be a sentence that says why")
        }
        steps = lines.enumerated().dropFirst().compactMap { index, line in
            let words = line.split(separator: "#", omittingEmptySubsequences: false)[0].split(separator: " ")
            return words.isEmpty ? nil : Step(line: index + 1, words: words.map(String.init))
        }
    }

    /// What differs from the expectations, for each profile that the scenario names.
    func run() throws -> [String] {
        guard let first = steps.first, first.words[0] == "profiles", first.words.count > 1 else {
            throw Fault(description: "the second line must name the profiles")
        }
        return try first.words.dropFirst().flatMap { try run(profile: $0, Array(steps.dropFirst())) }
    }

    private func run(profile name: String, _ steps: [Step]) throws -> [String] {
        guard var policy = GatePolicy.profile(named: name) else {
            throw Fault(description: "unknown profile \(name)")
        }
        var origin = try Self.timestamp("2026-05-01T12:00:00Z")
        var inputs: [(time: Timestamp, input: GateInput?)] = []
        var expectations: [Expectation] = []
        var end: Timestamp?
        for step in steps {
            var words = step.words
            if words[0].hasSuffix(":") {
                guard words[0] == name + ":" else { continue }
                words.removeFirst()
            }
            do {
                switch words[0] {
                case "policy":
                    let json = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"\(name)\","
                    policy = try GatePolicy(
                        json: Array((json + words.dropFirst().joined(separator: " ") + "}").utf8))
                case "origin": origin = try Self.timestamp(words[safe: 1])
                case "at":
                    let time = try Self.time(words[safe: 1], after: origin)
                    inputs.append((time, try Self.input(Array(words.dropFirst(2)), origin: origin)))
                case "until": end = try Self.time(words[safe: 1], after: origin)
                case "expect": expectations.append(try Expectation(words, line: step.line, origin: origin))
                default: throw Fault(description: "unknown line \(words[0])")
                }
            } catch { throw Fault(description: "line \(step.line): \(error)") }
        }
        // Lines may stand in any order, so that a series is written as one block; of one time, the first written is first.
        let ordered = inputs.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        let decisions = try Self.decisions(of: policy, on: ordered.map(\.element), until: end)
        return Expectation.failures(expectations, decisions: decisions).map { "\(name): \($0)" }
    }

    private static func decisions(
        of policy: GatePolicy, on inputs: [(time: Timestamp, input: GateInput?)], until end: Timestamp?
    ) throws -> [GateDecision] {
        var gate = try Gate(policy: policy)
        var decisions: [GateDecision] = []
        for (time, input) in inputs {
            decisions += gate.advance(to: time)
            if let input {
                decisions += gate.handle(input, at: time)
            } else {
                gate = try Gate(policy: policy, savedState: try gate.savedState())
            }
        }
        if let end { decisions += gate.advance(to: end) }
        return decisions
    }

    static func timestamp(_ text: String?) throws -> Timestamp {
        guard let text, let time = Timestamp(iso8601: text) else {
            throw Fault(description: "no time: \(text ?? "")")
        }
        return time
    }

    /// Seconds after the origin, or minutes with `m`.
    static func time(_ text: String?, after origin: Timestamp) throws -> Timestamp {
        guard var text else { throw Fault(description: "a time is missing") }
        var unit = 1e9
        if text.hasSuffix("m") {
            unit = 60e9
            text.removeLast()
        }
        guard let number = Double(text) else { throw Fault(description: "no time: \(text)") }
        return origin.advanced(byNanoseconds: Int64((number * unit).rounded()))
    }

    /// The input that the words name; nil for `restart`.
    private static func input(_ words: [String], origin: Timestamp) throws -> GateInput? {
        switch (words[safe: 0], words[safe: 1]) {
        case ("restart", _): return nil
        case ("tick", _): return .tick
        case ("report", let flags?): return .report(try report(flags, words[safe: 2], isRepeat: false))
        case ("repeat", let flags?): return .report(try report(flags, words[safe: 2], isRepeat: true))
        case ("motion", let word?):
            guard let availability = MotionAvailability(rawValue: word) else {
                throw Fault(description: "unknown availability \(word)")
            }
            return .availability(availability)
        case ("enter", let place?): return .enter(try entry(place, Array(words.dropFirst(2))))
        case ("leave", let place?): return .exit(place: place)
        case ("later", let place?): return .user(.later(place: place))
        case ("dismiss", let place?): return .user(.dismiss(place: place))
        case ("snooze", let until):
            return .user(.snooze(until: try until.map { try time($0, after: origin) }))
        case ("passenger", let until):
            return .user(.passenger(until: try until.map { try time($0, after: origin) }))
        case ("endsnooze", _): return .user(.endSnooze)
        case ("reset", _): return .user(.reset)
        default: throw Fault(description: "unknown input \(words.joined(separator: " "))")
        }
    }

    private static func report(_ flags: String, _ level: String?, isRepeat: Bool) throws -> MotionReport {
        let known: [String: ActivityFlags] = [
            "stationary": .stationary, "walking": .walking, "running": .running, "automotive": .automotive,
            "cycling": .cycling, "unknown": .unknown, "none": [],
        ]
        var set: ActivityFlags = []
        for word in flags.split(separator: "+").map(String.init) {
            guard let flag = known[word] else { throw Fault(description: "unknown flag \(word)") }
            set.formUnion(flag)
        }
        guard let confidence = Confidence(name: level ?? "high") else {
            throw Fault(description: "unknown confidence")
        }
        return MotionReport(flags: set, confidence: confidence, isRepeat: isRepeat)
    }

    private static func entry(_ place: String, _ words: [String]) throws -> RegionEntry {
        var entry = RegionEntry(place: place)
        for word in words {
            if word == "priority" {
                entry.hasPriority = true
            } else if word == "unlisted" {
                entry.isKnown = false
            } else if word.hasSuffix("m/s"), let speed = Double(word.dropLast(3)) {
                entry.speed = speed
            } else if word.hasSuffix("m"), let distance = Double(word.dropLast()) {
                entry.distance = distance
            } else {
                entry.story = word
            }
        }
        return entry
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
