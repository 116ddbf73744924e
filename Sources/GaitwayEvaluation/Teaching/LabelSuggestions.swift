// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
// log; Foundation is not needed.
internal import Glibc

/// The unlabelled stretches whose labels would teach a model most, the most useful first.
///
/// Stretches are taken one after the other. With u the doubt and f the share of windows far from training, the next is
/// the one with the greatest
///
///     value = (u + φ f) / (1 + φ) / (1 + ρ r + λ Σ_j s_j²)
///
/// where r counts the labels and suggestions that its ride has already, and s_j is the likeness of its posterior to
/// that of suggestion j. So a list does not hold ten stretches of one kind. The numbers were chosen on one half of the
/// data sets and judged on the other, by `labelling-benchmark`: the first five minutes teach what about three times as
/// many minutes of the same stretches by chance do.
package struct LabelSuggestions: Sendable {
    /// How the value of stretches is found.
    package struct Measure: Sendable, Hashable {
        /// What tells how much a model doubts.
        package enum Doubt: String, Sendable, Hashable {
            /// 1 − (p₁ − p₂), by the two greatest probabilities of each window.
            case margin
            /// The entropy of the mean posterior, over that of a guess.
            case entropy
        }

        package var doubt = Doubt.margin
        /// φ, what being far from the training data counts beside doubt.
        package var far = 1.0
        /// ρ, how much a label or suggestion of the same ride lowers the value.
        package var ride = 0.5
        /// λ, how much a suggestion of the same posterior lowers the value.
        package var likeness = 0.1

        package static let chosen = Measure()

        package init() {}

        func value(_ stretch: UnlabelledStretch) -> Double {
            let doubt =
                switch doubt {
                case .margin: stretch.doubt
                case .entropy: Self.entropy(stretch) / log(Double(ActivityClass.allCases.count))
                }
            return (doubt + far * stretch.farShare) / (1 + far)
        }

        private static func entropy(_ stretch: UnlabelledStretch) -> Double {
            ActivityClass.allCases.reduce(0) { sum, activityClass in
                let probability = stretch.probabilities[activityClass]
                return probability > 0 ? sum - probability * log(probability) : sum
            }
        }
    }

    /// Why a stretch is worth a label.
    package enum Reason: String, Sendable, Hashable {
        /// The model finds several activities likely.
        case doubt
        /// Most of its windows are far from the training data.
        case far
    }

    package struct Suggestion: Sendable, Hashable {
        package var stretch: UnlabelledStretch
        /// How useful a label is, from 0 to 1; it falls from suggestion to suggestion.
        package var value: Double
        package var reason: Reason
    }

    /// The suggestions, the most useful first.
    package private(set) var suggestions: [Suggestion] = []

    /// The most useful of `stretches`.
    ///
    /// - Parameters:
    ///   - stretches: the unlabelled stretches of all rides; of equals, the first is preferred.
    ///   - most: how many suggestions are made at most.
    ///   - seconds: the list ends when its stretches have this length together.
    ///   - labels: how many labels each ride has, by its index.
    ///   - measure: how values are found.
    package init(
        _ stretches: [UnlabelledStretch], most: Int = .max, seconds: Double = .infinity, labels: [Int: Int] = [:],
        measure: Measure = .chosen
    ) {
        var values = stretches.map(measure.value)
        var countOfRide = labels
        var likeness = [Double](repeating: 0, count: stretches.count)
        var left = seconds
        while suggestions.count < most, left > 0 {
            var (best, greatest) = (-1, 0.0)
            for (index, stretch) in stretches.enumerated() where values[index] > greatest {
                let before = Double(countOfRide[stretch.ride, default: 0])
                let value = values[index] / (1 + measure.ride * before + measure.likeness * likeness[index])
                if value > greatest { (best, greatest) = (index, value) }
            }
            guard best >= 0 else { break }
            let chosen = stretches[best]
            suggestions.append(
                Suggestion(stretch: chosen, value: greatest, reason: chosen.farShare > 0.5 ? .far : .doubt))
            values[best] = -1
            countOfRide[chosen.ride, default: 0] += 1
            left -= chosen.duration
            guard measure.likeness > 0 else { continue }
            for index in stretches.indices {
                let common = stretches[index].likeness(to: chosen)
                likeness[index] += common * common
            }
        }
    }
}
