// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

// How the power of a signal is spread over frequencies.

extension SignalFeature {
    static let bandPowers = FrequencyBand.ofPowers.map { band in
        SignalFeature("power.\(band.name)", formula: "ln(P_b + F)", unit: .power, group: "band powers") {
            ($0.spectra.power(in: band.bins) + $0.spectra.floor).naturalLogarithm
        }
    }

    /// How far the power is spread.
    static let entropy: SignalFeature = {
        let highest = log(Float(FrequencyBand.shape.bins.count))
        return SignalFeature(
            "entropy", formula: "1 − (1 − H(p)/ln n) gate, H(p) = −Σ p ln p over n bins", unit: .fixed("1"),
            group: shape
        ) { 1 - (1 - $0.spectra.entropy / highest) * $0.spectra.gate }
    }()

    /// The strongest frequency, how far it stands out, and the mean one.
    static let peakAndCentroid = [
        SignalFeature("peak.frequency", formula: "gate argmax p", unit: .fixed("Hz"), group: shape) {
            $0.spectra.peak * $0.spectra.gate
        },
        SignalFeature(
            "peak.share", formula: "gate (p at the peak and its two neighbours)", unit: .fixed("1"), group: shape
        ) { $0.spectra.peakShare * $0.spectra.gate },
        SignalFeature("centroid", formula: "3 + (Σ p f − 3) gate", unit: .fixed("Hz"), group: shape) {
            3 + ($0.spectra.centroid - 3) * $0.spectra.gate
        },
    ]

    /// The power of all bands.
    static let totalPower = SignalFeature("power", formula: "ln S", unit: .power, group: "total powers") {
        $0.spectra.total.naturalLogarithm
    }

    private static let shape = "spectral shape (entropy, peak, centroid)"
}
