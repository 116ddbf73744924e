// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

extension SmoothingParameters {
    /// The powers of a window's probabilities that are tried.
    package static let candidates = [1, 0.7, 0.5, 0.4, 0.3, 0.2]
    /// What a smaller power must win in macro-F1: it makes answers late, and the rides are a sample.
    private static let leastGain = 0.002

    /// The parameters from spliced rides of held-out windows.
    ///
    /// - The probability to stay is the most likely one: 1 less the changes per hop. `stay` fixes it instead.
    /// - The power of the evidence, for each way to join windows, is the one with the greatest macro-F1.
    /// - The temperature is the one with the least log-loss of the causal posterior.
    ///
    /// Without changes to learn from, the parameters are 0.98 and 1. A temperature beyond those that are tried is 1,
    /// and `finding` is told.
    init(
        fitting windows: [ScoredWindow], stay fixed: Double? = nil, finding: (String) -> Void = { _ in }
    ) throws {
        let spliced = SplicedRides(windows)
        self.init(stay: fixed ?? spliced.shareOfHopsThatStay ?? Self.standardStay)
        guard !spliced.rides.isEmpty else { return }
        for smoothing in [Smoothing.causal, .lag, .viterbi] {
            evidence[smoothing] = power(on: spliced, of: windows, smoothing: smoothing)
        }
        let parameters = self
        let (_, probabilities) = spliced.smoothed(windows, smoothing: .causal) { _ in parameters }
        let truths = spliced.rides.flatMap(\.truths)
        let posteriors = Array(probabilities.joined())
        var logits = Matrix(rows: posteriors.count, columns: ActivityClass.allCases.count)
        for (row, posterior) in posteriors.enumerated() {
            for (column, value) in posterior.logits.enumerated() { logits[row, column] = value }
        }
        let scaling = try TemperatureScaling(fitting: logits, labels: truths.map { ActivityClass($0).rawValue })
        if scaling.isAtBound {
            finding(
                "smoothed probabilities are not calibrated: rides left out are classified almost without doubt "
                    + "(temperature beyond \(scaling.temperature))")
        } else {
            temperature = scaling.temperature
        }
    }

    /// The best power for one way to join windows.
    private func power(on spliced: SplicedRides, of windows: [ScoredWindow], smoothing: Smoothing) -> Double {
        func macroF1(_ power: Double) -> Double {
            var parameters = self
            parameters.evidence[smoothing] = power
            return spliced.macroF1(windows, smoothing: smoothing) { _ in parameters } ?? 0
        }
        var best = (power: 1.0, macroF1: macroF1(1) + Self.leastGain)
        for power in Self.candidates where power < 1 {
            let score = macroF1(power)
            if score > best.macroF1 { best = (power, score) }
        }
        return best.power
    }
}
