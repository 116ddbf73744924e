// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// What a stream must say.
struct StreamExpectation {
    private enum Kind {
        case atLeast(share: Double)
        case atMost(share: Double)
        case sometime
        case delivered
        case changes(Int)
    }

    /// Whether the built-in model is known not to meet it.
    let isLimit: Bool
    /// The line as it stands.
    let text: String
    private let kind: Kind
    private let flags: ActivityFlags
    private let from: Double
    private let to: Double

    /// Reads the words of a line, the first being `expect` or `limit`.
    init(_ words: [String]) throws {
        isLimit = words[0] == "limit"
        text = words.dropFirst().joined(separator: " ")
        let words = Array(words.dropFirst())
        func number(_ index: Int) throws -> Double {
            guard words.indices.contains(index), let number = Double(words[index]) else {
                throw StreamScenario.Fault(description: "no number as word \(index + 1) of '\(words)'")
            }
            return number
        }
        func range(_ index: Int) throws -> (Double, Double) { (try number(index), try number(index + 2)) }
        let shape = words.dropFirst().map { Double($0) == nil ? $0 : "#" }.joined(separator: " ")
        if words.first == "at" {
            guard words.count == 4 else { throw StreamScenario.Fault(description: "at most N changes") }
            (kind, flags, from, to) = (.changes(Int(proven: try number(2))), [], 0, .infinity)
            return
        }
        flags = try StreamScenario.flags(words.first ?? "")
        switch shape {
        case "for # % from # to #":
            kind = .atLeast(share: try number(2) / 100)
            (from, to) = try range(5)
        case "for at most # % from # to #":
            kind = .atMost(share: try number(4) / 100)
            (from, to) = try range(7)
        case "at some time from # to #":
            kind = .sometime
            (from, to) = try range(5)
        case "within # s of #":
            kind = .delivered
            from = try number(5)
            to = from + (try number(2))
        default: throw StreamScenario.Fault(description: "unknown expectation '\(text)'")
        }
    }

    /// How a stream that ends at `end` seconds differs from it; nil when it holds.
    func failure(_ reports: [ActivityReport], end: Double) -> String? {
        let share = share(reports, end: end)
        switch kind {
        case .atLeast(let least): return share >= least ? nil : "for \(Self.percent(share))"
        case .atMost(let most): return share <= most ? nil : "for \(Self.percent(share))"
        case .sometime: return share > 0 ? nil : "at no time"
        case .delivered:
            let times = reports.filter { holds($0) }.map { Nanoseconds.product($0.delivered.wholeNanoseconds) }
            guard let first = times.first(where: { $0 >= from }) else { return "not at all" }
            return first <= to ? nil : "after \((first - from).rounded()) s"
        case .changes(let most):
            let flags = reports.map(\.activity.flags)
            let changes = zip(flags, flags.dropFirst()).count { $0 != $1 }
            return changes <= most ? nil : "\(changes) changes"
        }
    }

    private func holds(_ report: ActivityReport) -> Bool {
        flags.isEmpty ? report.activity.flags.isEmpty : report.activity.flags.isSuperset(of: flags)
    }

    /// The share of the time between `from` and `to` in which the stream has the flags.
    private func share(_ reports: [ActivityReport], end: Double) -> Double {
        var time = 0.0
        for (index, report) in reports.enumerated() where holds(report) {
            let begin = Nanoseconds.product(report.activity.elapsed.wholeNanoseconds)
            let next =
                index + 1 < reports.count
                ? Nanoseconds.product(reports[index + 1].activity.elapsed.wholeNanoseconds) : end
            time += max(0, min(next, to) - max(begin, from))
        }
        return time / (min(to, end) - from)
    }

    private static func percent(_ share: Double) -> String { "\(Int(proven: (100 * share).rounded())) %" }
}
