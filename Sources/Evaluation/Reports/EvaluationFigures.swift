// FoundationEssentials for its JSON decoder.
internal import FoundationEssentials
package import MotionTypes

/// The main figures of an evaluation's JSON, to be kept in a model's provenance.
package struct EvaluationFigures: Decodable {
    /// Answers over time.
    struct Smoothed: Decodable {
        var macroF1: Double?

        enum CodingKeys: String, CodingKey {
            case macroF1 = "macro_f1"
        }
    }

    var macroF1: Double?
    var accuracy: Double?
    var logLoss: Double?
    var brier: Double?
    var calibrationError: Double?
    var smoothed: Smoothed?
    var randomSplitMacroF1: Double?

    enum CodingKeys: String, CodingKey {
        case macroF1 = "macro_f1"
        case accuracy
        case logLoss = "log_loss"
        case brier
        case calibrationError = "ece"
        case smoothed
        case randomSplitMacroF1 = "random_split_macro_f1"
    }

    /// The figures of the bytes that `gaitway evaluate --json` wrote; `source` is the file's name.
    /// - Throws: `InputError` `malformed` for other bytes.
    package static func read(_ json: [UInt8], source: String) throws(InputError) -> EvaluationFigures {
        do {
            return try JSONDecoder().decode(EvaluationFigures.self, from: Data(json))
        } catch {
            throw InputError(
                .malformed, source: source, problem: "this is not an evaluation's JSON",
                remedy: "give a file that gaitway evaluate --json wrote")
        }
    }

    /// The figures by the names of the JSON.
    package var byName: [String: Double] {
        let all: [(String, Double?)] = [
            ("macro_f1", macroF1), ("accuracy", accuracy), ("log_loss", logLoss), ("brier", brier),
            ("ece", calibrationError), ("smoothed_macro_f1", smoothed?.macroF1),
            ("random_split_macro_f1", randomSplitMacroF1),
        ]
        return Dictionary(uniqueKeysWithValues: all.compactMap { name, value in value.map { (name, $0) } })
    }
}
