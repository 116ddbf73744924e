// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension ConfidenceLevels {
    /// The share of right answers that high and medium confidence are set to reach on held-out windows, a little above
    /// what is promised (0.975 and 0.80), since other people differ from those at hand.
    package static let targets = (high: 0.98, medium: 0.82)

    /// The levels that reach the targets on held-out windows with a truth, which weigh `weights`.
    ///
    /// Where a target holds for all windows, nothing speaks against the standard level, even if all of them are surer.
    ///
    /// High begins at the least probability of the likeliest class from which on the windows above it are right often
    /// enough; medium at the least from which the windows between are. A target that no level reaches gives the level
    /// 1.
    init(fitting windows: [ScoredWindow], weights: [Double], targets: (high: Double, medium: Double) = Self.targets) {
        let predictions = zip(windows, weights).filter { $1 > 0 }.map { window, weight in
            let likeliest = window.probabilities.mostLikely
            return (
                probability: window.probabilities[likeliest], isRight: likeliest.activity == window.truth,
                weight: weight
            )
        }.sorted { $0.probability > $1.probability }
        /// The least probability from `start` on down to which the share of right answers is at least `target`.
        func level(from start: Int, target: Double) -> (place: Int, probability: Double)? {
            var (right, total) = (0.0, 0.0)
            var found: (place: Int, probability: Double)?
            for place in predictions.indices.dropFirst(start) {
                total += predictions[place].weight
                if predictions[place].isRight { right += predictions[place].weight }
                let isLastOfEquals =
                    place + 1 == predictions.count
                    || predictions[place + 1].probability < predictions[place].probability
                if isLastOfEquals, right >= target * total { found = (place + 1, predictions[place].probability) }
            }
            return found
        }
        let high = level(from: 0, target: targets.high)
        let medium = level(from: high?.place ?? 0, target: targets.medium)
        var highest = high?.probability ?? 1
        var lowest = min(medium?.probability ?? highest, highest)
        if high?.place == predictions.count {
            highest = min(highest, Self.standard.high)
            lowest = min(lowest, Self.standard.medium)
        } else if medium?.place == predictions.count {
            lowest = min(lowest, Self.standard.medium)
        }
        self.init(medium: lowest, high: highest)
    }
}
