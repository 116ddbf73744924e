// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

// How the values of a signal are spread, and how they follow one another.

extension SignalFeature {
    /// How far the values lie from their mean, and from one another.
    static let spread = [
        SignalFeature("deviation", formula: "ln sd", unit: .value, group: "deviation") {
            0.5 * $0.time.squaredDeviation.naturalLogarithm
        },
        SignalFeature("range.90", formula: "ln(q95 − q05 + f)", unit: .value, group: distribution) {
            ($0.time.q95 - $0.time.q05 + $0.time.floor).naturalLogarithm
        },
        SignalFeature("range.50", formula: "ln(q75 − q25 + f)", unit: .value, group: distribution) {
            ($0.time.q75 - $0.time.q25 + $0.time.floor).naturalLogarithm
        },
        SignalFeature(
            "asymmetry", formula: "(q95 + q05 − 2 q50) / (q95 − q05 + f)", unit: .fixed("1"), group: distribution
        ) { ($0.time.q95 + $0.time.q05 - 2 * $0.time.q50) / ($0.time.q95 - $0.time.q05 + $0.time.floor) },
        SignalFeature(
            "kurtosis", formula: "G (ln(min(mean d⁴ / sd⁴, 40) + 0.5) − 1.25)", unit: .fixed("1"), group: distribution
        ) {
            let kurtosis = $0.time.fourthMoment / ($0.time.squaredDeviation * $0.time.squaredDeviation)
            let cut = kurtosis.replacing(with: 40, where: kurtosis .> 40)
            return $0.time.gate * ((cut + 0.5).naturalLogarithm - 1.25)
        },
        SignalFeature("crest", formula: "G (ln((max|d| + f) / sd) − 1)", unit: .fixed("1"), group: distribution) {
            let crest = ($0.time.largest + $0.time.floor) / $0.time.squaredDeviation.squareRoot()
            return $0.time.gate * (crest.naturalLogarithm - 1)
        },
    ]

    /// How far the signal repeats itself after a step, and after which time.
    static let periodicity = [
        SignalFeature(
            "autocorrelation.maximum", formula: "max r(τ), τ = 0.28…1.6 s, r unbiased over r(0) + N f²",
            unit: .fixed("1"), group: autocorrelation
        ) { $0.time.highestCorrelation },
        SignalFeature("autocorrelation.lag", formula: "G argmax r(τ)", unit: .fixed("s"), group: autocorrelation) {
            $0.time.gate * $0.time.lag
        },
        SignalFeature("autocorrelation.minimum", formula: "min r(τ)", unit: .fixed("1"), group: autocorrelation) {
            $0.time.lowestCorrelation
        },
    ]

    /// Whether the signal is as strong at one time as at another.
    static let quarters = [
        SignalFeature(
            "quarters.minimum", formula: "min ln(sd of a quarter + f)", unit: .value, group: ofQuarters
        ) { $0.time.quietestQuarter },
        SignalFeature(
            "quarters.maximum", formula: "max ln(sd of a quarter + f)", unit: .value, group: ofQuarters
        ) { $0.time.loudestQuarter },
        SignalFeature(
            "quarters.range", formula: "the maximum less the minimum of the quarters", unit: .fixed("1"),
            group: ofQuarters
        ) { $0.time.loudestQuarter - $0.time.quietestQuarter },
    ]

    /// How far the highest value lies above the mean.
    static let excess = SignalFeature("excess", formula: "max v − mean v", unit: .value, group: "vertical excess") {
        $0.time.greatest
    }

    private static let distribution = "quantiles, kurtosis, crest"
    private static let autocorrelation = "autocorrelation"
    private static let ofQuarters = "quarters"
}
