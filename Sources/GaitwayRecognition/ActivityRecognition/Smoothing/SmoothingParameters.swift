// SPDX-License-Identifier: Apache-2.0
/// The parameters of the hidden Markov model that joins windows over time.
package struct SmoothingParameters: Sendable, Hashable {
    /// The probability that the class stays the same over one hop of 2.56 s: an activity lasts 1 / (1 − stay) hops.
    package var stay: Double
    /// How much a window counts as evidence.
    package var evidence: Evidence
    /// What the logarithms of the smoothed posterior are divided by. Neighbouring windows err alike, which the chain
    /// does not know, so its posterior is too sure; its most likely class does not change.
    package var temperature: Double

    /// The power to which a window's probabilities are raised before they are joined, above 0 and up to 1, for each way
    /// to join them: below 1, as many windows as overlap and err alike count for fewer.
    package struct Evidence: Sendable, Hashable {
        /// For answers from the windows so far. A small power makes them late.
        package var causal: Double
        /// For answers that know 10 s more.
        package var lag: Double
        /// For answers that know the whole log.
        package var viterbi: Double

        /// Powers; 1 takes the probabilities as they are.
        package init(causal: Double = 1, lag: Double = 1, viterbi: Double = 1) {
            self.causal = causal
            self.lag = lag
            self.viterbi = viterbi
        }

        /// The power for a way to join windows.
        package subscript(smoothing: Smoothing) -> Double {
            get {
                switch smoothing {
                case .none: 1
                case .causal: causal
                case .lag: lag
                case .viterbi: viterbi
                }
            }
            set {
                switch smoothing {
                case .none: break
                case .causal: causal = newValue
                case .lag: lag = newValue
                case .viterbi: viterbi = newValue
                }
            }
        }
    }

    /// The probability to stay where none was learnt: an activity lasts 2 min on average.
    package static let standardStay = 0.98

    package init(stay: Double, evidence: Evidence = Evidence(), temperature: Double = 1) {
        self.stay = stay
        self.evidence = evidence
        self.temperature = temperature
    }
}
