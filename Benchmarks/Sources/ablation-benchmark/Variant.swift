import ActivityFeatures
import ActivityRecognition

/// One row of the table: a way to train that differs from the full one.
struct Variant: Sendable {
    /// What differs, as the table says it.
    var name: String
    /// Features that are left out.
    var isMasked: @Sendable (Feature) -> Bool = { _ in false }
    /// How the model is fitted. Rows that do not say otherwise share the default penalty, which the built-in model's training chose.
    var options = ModelTrainer.Options(tolerance: 1e-5)
    /// The probability to stay over one hop, the same for all, so that features alone make the difference.
    var stay = SmoothingParameters.standardStay

    /// The features and products that are left.
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

    /// Products of fewer features, from those that tell most apart.
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
