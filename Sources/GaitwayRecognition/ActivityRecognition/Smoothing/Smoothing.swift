// SPDX-License-Identifier: Apache-2.0
/// How the estimates of single windows are joined over time. The raw value is the word of the command's option
/// `smoothing`.
public enum Smoothing: String, CaseIterable, Sendable, Hashable {
    /// Every window stands alone.
    case none
    /// The filtered posterior of a hidden Markov model: each answer comes from the windows so far.
    case causal
    /// The posterior given 10 s more: each answer comes four windows later.
    case lag
    /// The most likely sequence: all answers come at the end of the log.
    case viterbi
}

extension Smoothing {
    /// What it does, in a few words after its name.
    package var meaning: String {
        switch self {
        case .none: "each window by itself"
        case .causal: "each answer from the windows so far"
        case .lag: "each answer 10 s later"
        case .viterbi: "the likeliest sequence of the whole log"
        }
    }
}
