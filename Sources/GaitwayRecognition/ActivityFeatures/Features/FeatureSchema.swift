// SPDX-License-Identifier: Apache-2.0
/// The ordered, versioned names of the features.
///
/// ``FeatureTable`` declares them; ``Feature`` explains the symbols of their formulas.
///
/// What is not here was tried and did not win on data sets left out: each band's share of the power, changes of sign,
/// how fast acceleration changes, how far the level plane has a direction, the turn about the vertical (yaw), and of
/// rotation the bands, quantiles and periodicity.
package struct FeatureSchema: Sendable, Hashable {
    /// The schema's name and version, as a model file states it.
    package let name: String
    package let features: [Feature]
    private let places: [String: Int]

    package var count: Int { features.count }

    /// A schema of features with different names.
    private init(name: String, features: [Feature]) {
        self.name = name
        self.features = features
        places = Dictionary(uniqueKeysWithValues: zip(features.map(\.name), features.indices))
    }

    /// The place of a feature in the order; nil if the schema has none of that name.
    package func index(of name: String) -> Int? { places[name] }

    /// The groups that the features belong to, in the order of their first feature.
    package var groups: [String] {
        var seen: Set<String> = []
        return features.map(\.group).filter { seen.insert($0).inserted }
    }

    /// The features that ``FeatureExtractor`` computes.
    package static let motion = FeatureSchema(name: "motion-3", features: FeatureTable.motion.features)
}
