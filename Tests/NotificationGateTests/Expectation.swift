import MotionTypes
import NotificationGate

/// One `expect` line of a scenario.
struct Expectation {
    private enum Kind {
        /// The decisions of a kind about a place, in order: the next one must be this.
        case decision(GateDecision.Kind, place: String, at: Timestamp?, reasons: [GateReason], others: Int?)
        /// How many decisions of a kind there are.
        case count(Int, GateDecision.Kind)
    }

    private let line: Int
    private let kind: Kind

    /// `expect deliver place-1 [at 130] [because allowed,priority] [others 2]`, or `expect 10 deliver`.
    init(_ words: [String], line: Int, origin: Timestamp) throws {
        self.line = line
        if let count = words[safe: 1].flatMap({ Int($0) }), let answer = Self.answer(words[safe: 2]) {
            kind = .count(count, answer)
            return
        }
        guard let answer = Self.answer(words[safe: 1]), let place = words[safe: 2] else {
            throw Scenario.Fault(description: "no expectation")
        }
        var time: Timestamp?
        var reasons: [GateReason] = []
        var others: Int?
        var rest = words.dropFirst(3)
        while let key = rest.popFirst(), let value = rest.popFirst() {
            switch key {
            case "at": time = try Scenario.time(value, after: origin)
            case "because":
                reasons = try value.split(separator: ",").map {
                    guard let reason = GateReason(rawValue: String($0)) else {
                        throw Scenario.Fault(description: "unknown reason \($0)")
                    }
                    return reason
                }
            case "others": others = Int(value)
            default: throw Scenario.Fault(description: "unknown word \(key)")
            }
        }
        kind = .decision(answer, place: place, at: time, reasons: reasons, others: others)
    }

    private static func answer(_ word: String?) -> GateDecision.Kind? {
        word == "alerts" ? .deliver : word.flatMap(GateDecision.Kind.init(rawValue:))
    }

    /// What the decisions fail to meet. Each expected decision uses up one of its kind and place.
    static func failures(_ expectations: [Expectation], decisions: [GateDecision]) -> [String] {
        var unused = decisions
        var failures: [String] = []
        for expectation in expectations {
            switch expectation.kind {
            case .count(let count, let kind):
                let actual = decisions.count { $0.kind == kind }
                if actual != count {
                    failures.append("line \(expectation.line): \(actual) \(kind), not \(count)")
                }
            case .decision(let kind, let place, let time, let reasons, let others):
                guard let index = unused.firstIndex(where: { $0.kind == kind && $0.place == place }) else {
                    let story = decisions.map { "\n\($0.explanation)" }.joined()
                    failures.append("line \(expectation.line): no \(kind) of \(place)" + story)
                    continue
                }
                let decision = unused.remove(at: index)
                if let time, decision.time != time {
                    failures.append(
                        "line \(expectation.line): at \(decision.time.iso8601), not \(time.iso8601)")
                }
                if !reasons.isEmpty, decision.reasons != reasons {
                    failures.append("line \(expectation.line): because \(decision.reasons.map(\.rawValue))")
                }
                if let others, decision.others != others {
                    failures.append("line \(expectation.line): \(decision.others) others, not \(others)")
                }
            }
        }
        return failures
    }
}
