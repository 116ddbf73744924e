// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
package import GaitwayRecognition

package struct ModelCard {
    private let model: ActivityModel

    package init(_ model: ActivityModel) { self.model = model }

    /// The card's lines, each with its end, for a terminal of `width` columns.
    package func text(width: Int = TextWidth.standard) -> String {
        let parts = [
            heading(width), "sensor cases:\n" + model.cases.map { wrapped(line($0), width, indent: 4) }.joined(),
            dataSets(width), figures(width), adaptations(width), features(width),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func wrapped(_ line: String, _ width: Int, indent: Int = 2) -> String {
        TextWidth.wrapped(QuotedText.printable(line), width: width, indent: indent)
    }

    private func heading(_ width: Int) -> String {
        let provenance = model.provenance
        let evidence = model.smoothing.evidence
        return [
            "\(model.name): \(model.schema.count) features (\(model.schema.name)), "
                + "\(ActivityClass.allCases.count) classes",
            "trained \(provenance.date) on \(provenance.windows.counted("window")) by: \(provenance.command)",
            "smoothing: an activity goes on over the next 2.56 s with probability \(rounded(model.smoothing.stay)); "
                + "evidence to the power \(evidence.causal) causal, \(evidence.lag) lag, \(evidence.viterbi) viterbi; "
                + "temperature \(rounded(model.smoothing.temperature))",
            model.speed.map {
                "speed of fixes: to the power \($0.power), over time \($0.chainPower), in \($0.bounds.count + 1) bins"
            },
        ].compactMap(\.self).map { wrapped($0, width) }.joined()
    }

    private func dataSets(_ width: Int) -> String {
        guard !model.provenance.dataSets.isEmpty else {
            return wrapped("data sets: the file does not say what the model was trained on", width)
        }
        var table = TextTable(["data set", "hours", "people", "rides"], texts: 2)
        for dataSet in model.provenance.dataSets {
            let hours = dataSet.hours.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            table.add([
                dataSet.name, hours.joined(separator: ", "), String(dataSet.users), String(dataSet.recordings),
            ])
        }
        return table.text(width: width)
    }

    private func adaptations(_ width: Int) -> String {
        model.provenance.adaptations.map { adaptation in
            let rides = adaptation.dataSets.reduce(0) { $0 + $1.recordings }
            let people = adaptation.dataSets.reduce(0) { $0 + $1.users }
            let line =
                "adapted \(adaptation.date) from \(adaptation.base) to \(rides) \(rides == 1 ? "ride" : "rides") of "
                + "\(people == 1 ? "one person" : "\(people) people"), \(adaptation.windows.counted("window")), by: "
                + "\(adaptation.command); "
            let fit = adaptation.fit.sorted { $0.key < $1.key }.map { "\($0.key) \(rounded($0.value))" }
            let hasMoved = adaptation.fit.keys.contains { $0.hasSuffix(".penalty") }
            return wrapped(
                line + ((hasMoved ? [] : ["no weight was changed"]) + fit).joined(separator: ", "), width)
        }.joined()
    }

    private func figures(_ width: Int) -> String {
        let figures = model.provenance.figures
        guard !figures.isEmpty else { return "" }
        var table = TextTable(["on rides left out", "figure"])
        for (name, value) in figures.sorted(by: { $0.key < $1.key }) { table.add([name, String(value)]) }
        return table.text(width: width)
    }

    private func features(_ width: Int) -> String {
        guard let first = model.cases.first else { return "" }
        return "features that weigh most (\(first.sensorCase.rawValue)):\n"
            + ActivityClass.allCases.map { wrapped("  " + strongest($0, in: first), width, indent: 4) }.joined()
    }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    private func line(_ part: CaseModel) -> String {
        "  \(part.sensorCase.rawValue): \(part.sensorCase.hasGravity ? "total" : "linear") acceleration at "
            + "\(part.sensorCase.minimumRate) samples a second and more; may miss "
            + part.optional.map(\.rawValue).joined(separator: ", ")
            + "; \(part.products.count) products, \(part.kernels.count) random kernels; confidence medium from "
            + "\(rounded(part.confidence.medium)), "
            + (part.confidence.high < 1 ? "high from \(rounded(part.confidence.high))" : "never high")
    }

    private func strongest(_ activityClass: ActivityClass, in part: CaseModel) -> String {
        let names =
            model.schema.features.map(\.name) + part.products.productNames
            + part.kernels.bank.kernels.map(\.name)
        let weights = names.enumerated().map { index, name in
            (name: name, weight: part.classifier.weights[index, activityClass.rawValue])
        }
        let top = weights.sorted { $0.weight.magnitude > $1.weight.magnitude }.prefix(5)
        return "\(activityClass.name): "
            + top.map { "\($0.weight < 0 ? "−" : "+")\($0.name)" }.joined(separator: ", ")
    }
}
