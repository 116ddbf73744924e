// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// One `expect` line of a scenario.
struct GateExpectation {
    private enum Kind {
        /// The decisions of a kind about a place, in order: the next one must be this.
        case decision(GateDecision.Kind, place: String, at: Timestamp?, reasons: [GateReason], others: Int?)
        case count(Int, GateDecision.Kind)
    }

    private let line: Int
    private let kind: Kind
    private let clock: ScenarioClock

    /// `expect deliver place-1 [at 130] [because allowed,priority] [others 2]`, or `expect 10 deliver`.
    init(_ line: ScenarioLine, _ clock: ScenarioClock) throws(InputError) {
        self.line = line.number
        self.clock = clock
        if let count = line.word(1).flatMap({ Int($0, in: 0...1_000_000_000) }), let answer = Self.answer(line.word(2)),
            line.words.count == 3
        {
            kind = .count(count, answer)
            return
        }
        guard let answer = Self.answer(line.word(1)), let place = line.word(2) else {
            throw line.fault("the expectation is incomplete: it needs an answer and a place")
        }
        var time: Timestamp?
        var reasons: [GateReason] = []
        var others: Int?
        var rest = line.words.dropFirst(3)
        while let key = rest.popFirst() {
            guard let value = rest.popFirst() else { throw line.fault("nothing follows \(key)") }
            switch key {
            case "at": time = try clock.time(value, line)
            case "because":
                for word in value.split(separator: ",") {
                    guard let reason = GateReason(rawValue: String(word)) else {
                        throw line.fault("the reason \(word) is not known")
                    }
                    reasons.append(reason)
                }
            case "others":
                guard let number = Int(value, in: 0...1_000_000_000) else {
                    throw line.fault("\(quoted: value) is not a number")
                }
                others = number
            default: throw line.fault("the word \(key) is not known")
            }
        }
        kind = .decision(answer, place: place, at: time, reasons: reasons, others: others)
    }

    private static func answer(_ word: String?) -> GateDecision.Kind? {
        word == "alerts" ? .deliver : word.flatMap(GateDecision.Kind.init(rawValue:))
    }

    /// The expectations that decisions do not meet. Each expectation uses up one decision of its kind and place.
    static func misses(_ expectations: [GateExpectation], decisions: [GateDecision]) -> [GateScenario.Miss] {
        var unused = decisions
        return expectations.compactMap { expectation in
            expectation.failure(decisions, &unused).map { .init(line: expectation.line, problem: $0) }
        }
    }

    private func failure(_ decisions: [GateDecision], _ unused: inout [GateDecision]) -> String? {
        switch kind {
        case .count(let count, let kind):
            let actual = decisions.count { $0.kind == kind }
            guard actual != count else { return nil }
            let cause = actual < count ? self.cause(decisions, insteadOf: kind) : ""
            return "expected \(Self.counted(count, kind)), got \(actual)" + cause
        case .decision(let kind, let place, let time, let reasons, let others):
            guard let index = unused.firstIndex(where: { $0.kind == kind && $0.place == place }) else {
                return "expected \(kind.rawValue) of \(place), got none"
                    + cause(decisions.filter { $0.place == place }, insteadOf: kind)
            }
            let decision = unused.remove(at: index)
            if let time, decision.time != time {
                let expected = "expected \(kind.rawValue) of \(place) at \(clock.text(of: time))"
                return expected + ", got it at \(clock.text(of: decision.time))"
            }
            if !reasons.isEmpty, decision.reasons != reasons {
                let expected = "expected \(kind.rawValue) of \(place) because \(Self.list(reasons))"
                return expected + ", got \(Self.list(decision.reasons))"
            }
            if let others, decision.others != others {
                return "expected \(kind.rawValue) of \(place) with \(others) others, got \(decision.others)"
            }
            return nil
        }
    }

    private static func list(_ reasons: [GateReason]) -> String { reasons.map(\.rawValue).joined(separator: ",") }

    /// `1 alert`, `2 skips`.
    private static func counted(_ count: Int, _ kind: GateDecision.Kind) -> String {
        "\(count) \(kind == .deliver ? "alert" : kind.rawValue)" + (count == 1 ? "" : "s")
    }

    /// Why the last entry had another answer: ` (driving until 08:03:13)`; empty if there was none.
    private func cause(_ decisions: [GateDecision], insteadOf kind: GateDecision.Kind) -> String {
        guard let decision = decisions.last(where: { $0.kind != kind }), let reason = decision.reasons.first else {
            return ""
        }
        let end = decision.ends[reason].map { " until " + clock.shortText(of: $0) }
        return " (\(reason.rawValue)\(end ?? ""))"
    }
}
