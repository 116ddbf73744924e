// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition

/// A row of the table: a change to the training of the full model.
struct Variant: Sendable {
    /// The change, in the words of the table.
    var name: String
    /// The names of features left out.
    var isMasked: @Sendable (Feature) -> Bool = { _ in false }
    /// How the model is fitted. Rows share the penalty of the built-in model unless they state another.
    var options = ModelTrainer.Options(tolerance: 1e-5)
    /// The probability to stay over one hop. All variants share it, so features alone make the difference.
    var stay = SmoothingParameters.standardStay

    /// The remaining features and products.
    var featureCount: Int {
        let left = FeatureSchema.motion.features.filter { !isMasked($0) }
        let names = Set(left.map(\.name))
        let core = options.products.names.count { names.contains($0) }
        return left.count + core * (core + 1) / 2
    }

    static let everything = Variant(name: "everything")

    static let all: [Variant] =
        [everything]
        + (FeatureGroup.sensors + FeatureGroup.parts + FeatureGroup.kinds).map { group in
            Variant(name: "without " + group.name, isMasked: group.contains)
        }
        + [
            Variant(name: "only acceleration", isMasked: { $0.need != nil }),
            Variant(name: "only magnitude", isMasked: FeatureGroup.allButMagnitude.contains),
        ] + settings

    /// Products of fewer features, chosen from those that separate the classes best.
    private static let smallCores: [[String]] = {
        let eight = [
            "magnitude.power", "vertical-horizontal.power", "vertical.peak.frequency", "vertical.entropy",
            "horizontal.entropy", "vertical.autocorrelation.maximum", "gravity.turn.halves", "rotation.power",
        ]
        let more = [
            "horizontal.power", "vertical.centroid", "horizontal.centroid", "magnitude.kurtosis", "rotation.mean",
        ]
        return [eight, eight + more]
    }()

    private static let settings: [Variant] = {
        var variants: [Variant] = []
        func add(_ name: String, _ change: (inout ModelTrainer.Options) -> Void) {
            var variant = Variant(name: name)
            change(&variant.options)
            variants.append(variant)
        }
        add("without products") { $0.products = .none }
        for core in smallCores {
            add("products of \(core.count) features") { $0.products = FeatureProducts(core, in: .motion) ?? .none }
        }
        for weight in [0.1, 0.5, 1] { add("weight of none \(weight)") { $0.noneWeight = weight } }
        for penalty in [0.001, 0.01, 0.03] { add("penalty \(penalty)") { $0.penalty = penalty } }
        return variants
    }()
}
