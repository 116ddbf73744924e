// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// One rule about the last report of the activity, other than that of driving, which has a memory.
struct ReportRule: Sendable {
    /// The reason in records.
    let reason: GateReason
    /// What the policy makes of a report; nil where the rule does not concern it.
    let answer: @Sendable (_ report: CountedReport, _ policy: GatePolicy) -> GatePolicy.Action?

    /// The rules, in the order of their reasons in a record.
    static let all = [
        ReportRule(reason: .cycling) { $0.counted.contains(.cycling) && $1.cycling == .hold ? .hold : nil },
        ReportRule(reason: .running) { $0.counted.contains(.running) && $1.running == .hold ? .hold : nil },
        ReportRule(reason: .rushing) { report, policy in
            guard report.counted.contains(.walking), let factor = policy.rushFactor else { return nil }
            return report.cadence?.isRush(factor) == true ? .hold : nil
        },
        ReportRule(reason: .unknownActivity) { $0.counted.contains(.unknown) ? $1.whenUnknown : nil },
        ReportRule(reason: .noFlags) { $0.flags.isEmpty && $1.noFlags == .unknown ? $1.whenUnknown : nil },
        ReportRule(reason: .lowConfidence) { !$0.flags.isEmpty && $0.counted.isEmpty ? $1.whenUnknown : nil },
    ]

    /// The reasons that the last report gives, which end when the source is stale.
    static let reasons: Set<GateReason> = Set([.driving] + all.map(\.reason))
}

/// A report as the rules see it.
struct CountedReport {
    /// All of its flags, however sure they are.
    let flags: ActivityFlags
    /// Those that reach their least confidence.
    let counted: ActivityFlags
    /// How fast the person walks; nil for a policy that does not look at it.
    let cadence: CadenceHistory?
}
