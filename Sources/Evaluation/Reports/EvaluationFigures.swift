package import MotionTypes
import TextFormats

/// The main figures of an evaluation's JSON, to be kept in a model's provenance.
package enum EvaluationFigures {
    /// The keys of the figures, which are their names too.
    private static let keys = ["macro_f1", "accuracy", "log_loss", "brier", "ece", "random_split_macro_f1"]

    /// The figures of the bytes that `gaitway evaluate --json` wrote, by their names; `source` is the file's name.
    /// - Throws: `InputError` `malformed` for other bytes.
    package static func read(_ json: [UInt8], source: String) throws(InputError) -> [String: Double] {
        do throws(InputError) {
            var reader = JSONReader(json)
            let report = try reader.element()
            try reader.expectEnd()
            var figures = try numbers(keys, of: report)
            if let smoothed = report["smoothed"] {
                figures["smoothed_macro_f1"] = try numbers(["macro_f1"], of: smoothed)["macro_f1"]
            }
            return figures
        } catch {
            throw InputError(
                .malformed, source: source, line: error.line, column: error.column,
                problem: "this is not an evaluation's JSON",
                remedy: "give a file that gaitway evaluate --json wrote")
        }
    }

    /// The numbers of an object that are there.
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
