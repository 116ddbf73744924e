// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayRecognition

extension ModelTraining.Result {
    /// What adapting a model did, for a terminal of `width` columns: whether the weights moved, how that was tested,
    /// and where the model is.
    package func adaptationText(file: String, width: Int = TextWidth.standard) -> String {
        guard let adaptation = model.provenance.adaptations.last else { return "" }
        let fit = adaptation.fit
        let cases = SensorCase.allCases.map(\.rawValue)
        let moved = cases.filter { fit[$0 + ".penalty"] != nil }
        let tested = cases.filter { fit[$0 + ".macro_f1_before"] != nil }
        let sentence: String
        if let first = moved.first {
            sentence =
                "Adapted \(adaptation.base)\(Self.named(moved)): "
                + (tested.contains(first)
                    ? "on recordings left out, macro-F1 was \(Self.change(fit, first, "macro_f1")) and log-loss "
                        + "\(Self.change(fit, first, "log_loss"))."
                    : "untested, as no activity has two recordings.")
        } else if let first = tested.first {
            sentence =
                "Not adapted: on recordings left out, no change made log-loss (\(Self.before(fit, first, "log_loss"))) "
                + "smaller without losing macro-F1 (\(Self.before(fit, first, "macro_f1")))."
        } else {
            sentence =
                "Not adapted: no activity has two recordings, so nothing could be left out to test a change. "
                + "Record each activity once more, or give --untested."
        }
        let place =
            moved.isEmpty
            ? "\(file) has the weights of \(adaptation.base)." : "The model \(model.name) is in \(file)."
        return EvaluationReport.wrapped([sentence, place], width)
    }

    /// The sensor cases, unless all rides are of the usual one.
    private static func named(_ cases: [String]) -> String {
        cases == [SensorCase.total.rawValue] ? "" : " (\(cases.joined(separator: ", ")))"
    }

    private static func before(_ fit: [String: Double], _ sensorCase: String, _ figure: String) -> String {
        FigureText.decimal(fit["\(sensorCase).\(figure)_before"])
    }

    private static func change(_ fit: [String: Double], _ sensorCase: String, _ figure: String) -> String {
        before(fit, sensorCase, figure) + " before and " + FigureText.decimal(fit["\(sensorCase).\(figure)"]) + " after"
    }
}
