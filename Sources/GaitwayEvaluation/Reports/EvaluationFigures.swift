// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The main figures of a cross-validation's JSON, to be kept in a model's provenance.
package enum EvaluationFigures {
    private static let keys = ["macro_f1", "accuracy", "log_loss", "brier", "ece", "random_split_macro_f1"]

    /// The figures of the bytes that `gaitway evaluate --cross-validate … --json` wrote, by their names; `source` is
    /// the file's name.
    /// - Throws: `InputError` `malformed` for other bytes, `unsupported` for figures of a given model: they are not of
    ///   rides left out, as those of a model's provenance are.
    package static func read(_ json: [UInt8], source: String) throws(InputError) -> [String: Double] {
        let report: JSONElement
        var figures: [String: Double]
        do throws(InputError) {
            report = try DocumentFormat(kind: "evaluation", version: 2).root(of: json)
            figures = try numbers(keys, of: report)
            if let smoothed = report["smoothed"], smoothed.members != nil {
                figures["smoothed_macro_f1"] = try numbers(["macro_f1"], of: smoothed)["macro_f1"]
            }
            guard figures["macro_f1"] != nil else {
                throw InputError(.malformed, problem: "there is no macro_f1")
            }
        } catch {
            // Said once is enough.
            let reason = error.problem.replacing("this is not valid JSON: ", with: "")
            throw InputError(
                .malformed, source: source, line: error.line, column: error.column,
                problem: "not an evaluation's JSON (\(reason))",
                remedy: "give \(file: .crossValidation)")
        }
        guard report["cross_validation"]?.text != nil else {
            throw InputError(
                .unsupported, source: source,
                problem: "these figures are those of a given model, not of rides left out",
                remedy: "evaluate again; \(set: .init(.crossValidate, "user", "dataset"))")
        }
        return figures
    }

    /// The numbers of an object, without those that are null.
    private static func numbers(_ keys: [String], of element: JSONElement) throws(InputError) -> [String: Double] {
        guard element.members != nil else {
            throw InputError(.malformed, line: element.line, problem: "a JSON object is expected here")
        }
        var numbers: [String: Double] = [:]
        for key in keys {
            guard let value = element[key] else { continue }
            guard let number = value.number else {
                throw InputError(.malformed, line: value.line, problem: "a number is expected here")
            }
            numbers[key] = number
        }
        return numbers
    }
}
