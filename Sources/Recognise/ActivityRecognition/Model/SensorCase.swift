/// A kind of input that a model may serve: which acceleration, at which rates.
///
/// A case has weights of its own. Within it the gyroscope and the barometer may be there or be missing.
public enum SensorCase: String, CaseIterable, Sendable, Hashable {
    /// Total acceleration, at a rate that carries all features.
    case total
    /// Total acceleration at rates that carry the lower half of the bands.
    case slow
    /// Linear acceleration, without gravity.
    case linear

    /// Whether the acceleration contains gravity.
    package var hasGravity: Bool { self != .linear }

    /// The least accelerometer samples per second: the features end at 8 Hz; at 9 samples a second half of that is
    /// left.
    package var minimumRate: Double { self == .slow ? 9 : 19 }

    /// The case of a window's acceleration; nil below the rates of all cases.
    package static func of(hasGravity: Bool, rate: Double) -> SensorCase? {
        if !hasGravity { return rate >= SensorCase.linear.minimumRate ? .linear : nil }
        if rate >= SensorCase.total.minimumRate { return .total }
        return rate >= SensorCase.slow.minimumRate ? .slow : nil
    }
}
