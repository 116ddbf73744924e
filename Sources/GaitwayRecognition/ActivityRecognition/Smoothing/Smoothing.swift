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
        case .none: "Each window by itself"
        case .causal: "Smoothed from the past only"
        case .lag: "Smoothed with 10 s of lag"
        case .viterbi: "Smoothed over the whole log"
        }
    }
}
