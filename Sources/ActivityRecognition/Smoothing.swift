/// How the estimates of single windows are joined over time; the raw value is the option's.
public enum Smoothing: String, CaseIterable, Sendable, Hashable {
    /// Every window stands alone.
    case none
    /// The filtered posterior of a hidden Markov model: each answer from the windows so far.
    case causal
    /// The posterior given 10 s more: each answer comes four windows later.
    case lag
    /// The most likely sequence: all answers come at the end of the log.
    case viterbi
}
