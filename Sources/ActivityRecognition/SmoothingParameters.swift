/// The parameters of the hidden Markov model that joins windows over time.
public struct SmoothingParameters: Sendable, Hashable {
    /// The probability that the class stays the same over one hop of 2.56 s: an activity lasts 1 / (1 − stay) hops.
    public var stay: Double
    /// What the logarithms of the smoothed posterior are divided by. Neighbouring windows err alike, which the chain does
    /// not know, so its posterior is too sure; its most likely class does not change.
    public var temperature: Double

    /// The probability to stay where none was learnt: an activity lasts 2 min on average.
    public static let standardStay = 0.98

    /// Parameters.
    public init(stay: Double, temperature: Double = 1) {
        self.stay = stay
        self.temperature = temperature
    }
}
