// SPDX-License-Identifier: Apache-2.0

/// A kind of input that a model may serve: which acceleration, at which rates.
///
/// A case has weights of its own. Within it the gyroscope and the barometer may be there or be missing.
public enum SensorCase: String, CaseIterable, Sendable, Hashable {
    /// Total acceleration, at a rate that carries all features.
    case total
    /// Total acceleration at a rate that also carries the lines of engines.
    case fast
    /// Total acceleration at rates that carry the lower half of the bands.
    case slow
    /// Linear acceleration, without gravity.
    case linear

    /// Whether the acceleration contains gravity.
    package var hasGravity: Bool { self != .linear }

    /// The least accelerometer samples per second: the features end at 8 Hz; at 9 samples a second half of that is
    /// left; lines of engines lie between 10 and 45 Hz.
    package var minimumRate: Double {
        switch self {
        case .slow: 9
        case .total, .linear: 19
        case .fast: EngineSpectrum.leastRateOfBoth
        }
    }

    /// The cases whose windows a model of this one learns from.
    package var learnt: Set<SensorCase> { self == .total || self == .fast ? [.total, .fast] : [self] }

    /// The case of a window's acceleration; nil below the rates of all cases. `hasLines` says whether the samples carry
    /// the lines of engines.
    package static func of(hasGravity: Bool, rate: Double, hasLines: Bool = false) -> SensorCase? {
        if !hasGravity { return rate >= SensorCase.linear.minimumRate ? .linear : nil }
        if hasLines, rate >= SensorCase.fast.minimumRate { return .fast }
        if rate >= SensorCase.total.minimumRate { return .total }
        return rate >= SensorCase.slow.minimumRate ? .slow : nil
    }
}
