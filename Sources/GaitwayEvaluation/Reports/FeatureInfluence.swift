// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// What a feature does for one class: its weight, the feature having mean 0 and standard deviation 1.
///
/// A positive weight means that a value above the mean speaks for the class. The weights of a feature over the classes
/// sum to 0, so each is relative to the mean class.
package struct FeatureInfluence: Sendable, Hashable {
    package let name: String
    /// The weight; with several models the mean.
    package let weight: Double
    /// The least weight of any model.
    package let lower: Double
    /// The greatest weight of any model.
    package let upper: Double

    /// The features that weigh most for or against one class.
    package struct Ranking: Sendable, Hashable {
        package let activityClass: ActivityClass
        /// The `count` features with the largest weights by magnitude, the largest first.
        package let features: [FeatureInfluence]
    }

    /// The strongest features of each class that training showed, over `models` of the same schema, products and
    /// kernels.
    package static func rankings(_ models: [CaseModel], count: Int = 8) -> [Ranking] {
        guard let first = models.first else { return [] }
        let names =
            FeatureSchema.motion.features.map { FeatureName.readable($0.name) }
            + first.products.productNames.map(FeatureName.readable)
            + first.kernels.bank.kernels.map(\.name).map(FeatureName.readable)
        return ActivityClass.allCases.compactMap { activityClass in
            let column = activityClass.rawValue
            let influences = names.enumerated().map { row, name in
                let weights = models.map { $0.classifier.weights[row, column] }
                return FeatureInfluence(
                    name: name, weight: weights.reduce(0, +) / Double(weights.count),
                    lower: weights.min() ?? 0, upper: weights.max() ?? 0)
            }
            let strongest = influences.filter { $0.weight != 0 }
                .sorted { ($1.weight.magnitude, $0.name) < ($0.weight.magnitude, $1.name) }.prefix(count)
            return strongest.isEmpty ? nil : Ranking(activityClass: activityClass, features: Array(strongest))
        }
    }
}
