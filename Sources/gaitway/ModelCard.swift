import ActivityFeatures
import ActivityRecognition
import LinearAlgebra
import LogisticRegression
import MotionTypes

/// A model as text for people.
struct ModelCard {
    private let model: ActivityModel

    init(_ model: ActivityModel) { self.model = model }

    var text: String {
        let provenance = model.provenance
        var lines = [
            "\(model.name): \(model.schema.count) features (\(model.schema.name)), \(model.products.count) products, \(ActivityClass.allCases.count) classes",
            "trained \(provenance.date) on \(provenance.windows) windows by: \(provenance.command)",
            "serves \(model.sensors.minimumRate) samples a second and more; may miss: "
                + model.sensors.optional.map(\.rawValue).joined(separator: ", "),
            "smoothing: stays with probability \(model.smoothing.stay) over 2.56 s",
            "confidence: medium from \(model.confidence.medium), high from \(model.confidence.high)",
            "", "data sets (users, recordings, hours):",
        ]
        for dataSet in provenance.dataSets {
            let hours = dataSet.hours.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            lines.append(
                "  \(dataSet.name): \(dataSet.users), \(dataSet.recordings), " + hours.joined(separator: ", "))
        }
        if !provenance.figures.isEmpty {
            lines.append("")
            lines.append("figures on data sets left out:")
            for (name, value) in provenance.figures.sorted(by: { $0.key < $1.key }) {
                lines.append("  \(name): \(value)")
            }
        }
        lines.append("")
        lines.append("features that weigh most:")
        for activityClass in ActivityClass.allCases { lines.append("  " + strongest(activityClass)) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The features with the largest weights for and against one class.
    private func strongest(_ activityClass: ActivityClass) -> String {
        let names = model.schema.features.map(\.name) + model.products.productNames
        let weights = names.enumerated().map { index, name in
            (name: name, weight: model.classifier.weights[index, activityClass.rawValue])
        }
        let top = weights.sorted { $0.weight.magnitude > $1.weight.magnitude }.prefix(5)
        return "\(activityClass.name): "
            + top.map { "\($0.weight < 0 ? "−" : "+")\($0.name)" }.joined(separator: ", ")
    }
}
