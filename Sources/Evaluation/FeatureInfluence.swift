internal import ActivityFeatures
public import ActivityRecognition
internal import LinearAlgebra
internal import LogisticRegression
public import MotionTypes

/// What a feature does for one class: its weight, the feature having mean 0 and standard deviation 1.
///
/// A positive weight means that a value above the mean speaks for the class. The weights of a feature over the classes
/// sum to 0, so each is relative to the mean class.
public struct FeatureInfluence: Sendable, Hashable {
    /// The feature, in words.
    public let name: String
    /// The weight; with several models the mean.
    public let weight: Double
    /// The least weight of any model.
    public let lower: Double
    /// The greatest weight of any model.
    public let upper: Double

    /// The features that weigh most for or against one class.
    public struct Ranking: Sendable, Hashable {
        /// The class.
        public let activityClass: ActivityClass
        /// The `count` features with the largest weights by magnitude, the largest first.
        public let features: [FeatureInfluence]
    }

    /// The strongest features of each class that training showed, over `models` of the same schema and products.
    public static func rankings(_ models: [CaseModel], count: Int = 8) -> [Ranking] {
        guard let first = models.first else { return [] }
        let names =
            FeatureSchema.motion.features.map { FeatureName.readable($0.name) }
            + first.products.productNames.map(FeatureName.readable)
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
