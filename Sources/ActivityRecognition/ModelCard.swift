internal import ActivityFeatures
internal import LinearAlgebra
internal import LogisticRegression
internal import MotionTypes

/// A model as text for people.
package struct ModelCard {
    private let model: ActivityModel

    /// The card of a model.
    package init(_ model: ActivityModel) { self.model = model }

    /// Its lines, each with its end.
    package var text: String {
        let provenance = model.provenance
        var lines = [
            "\(model.name): \(model.schema.count) features (\(model.schema.name)), \(ActivityClass.allCases.count) classes",
            "trained \(provenance.date) on \(provenance.windows) windows by: \(provenance.command)",
            "smoothing: stays with probability \(rounded(model.smoothing.stay)) over 2.56 s, evidence to the power "
                + "\(model.smoothing.evidence.causal) causal, \(model.smoothing.evidence.lag) lag, "
                + "\(model.smoothing.evidence.viterbi) viterbi, temperature \(rounded(model.smoothing.temperature))",
            "", "sensor cases:",
        ]
        lines += model.cases.map(line)
        lines += ["", "data sets (users, recordings, hours):"]
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
        if let first = model.cases.first {
            lines.append("features that weigh most (\(first.sensorCase.rawValue)):")
            for activityClass in ActivityClass.allCases { lines.append("  " + strongest(activityClass, in: first)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    private func line(_ part: CaseModel) -> String {
        "  \(part.sensorCase.rawValue): \(part.sensorCase.hasGravity ? "total" : "linear") acceleration at "
            + "\(part.sensorCase.minimumRate) samples a second and more; may miss "
            + part.optional.map(\.rawValue).joined(separator: ", ")
            + "; \(part.products.count) products; confidence medium from \(rounded(part.confidence.medium)), high from "
            + "\(rounded(part.confidence.high))"
    }

    /// The features with the largest weights for and against one class.
    private func strongest(_ activityClass: ActivityClass, in part: CaseModel) -> String {
        let names = model.schema.features.map(\.name) + part.products.productNames
        let weights = names.enumerated().map { index, name in
            (name: name, weight: part.classifier.weights[index, activityClass.rawValue])
        }
        let top = weights.sorted { $0.weight.magnitude > $1.weight.magnitude }.prefix(5)
        return "\(activityClass.name): "
            + top.map { "\($0.weight < 0 ? "−" : "+")\($0.name)" }.joined(separator: ", ")
    }
}
