internal import ActivityFeatures
// FoundationEssentials for its JSON coders; see ActivityModelFile.
internal import FoundationEssentials
internal import MotionTypes

extension ActivityModel {
    /// The model that a file holds.
    ///
    /// - Throws: ``InputError``: `malformed` for what is not JSON, misses a field or holds an impossible number,
    ///   `unsupported` for another version, schema, sensor case or set of classes.
    public init(json bytes: [UInt8], source: String) throws {
        let file = try Self.decode(bytes, source: source)
        try Self.check(file, source: source)
        var cases: [CaseModel] = []
        do throws(InputError) {
            for part in file.cases { cases.append(try part.model(features: file.features.count)) }
        } catch {
            throw error.inSource(source)
        }
        self.init(
            name: file.name, schema: .motion, cases: cases,
            smoothing: file.smoothing.parameters,
            provenance: file.provenance)
    }

    /// The model as a file's bytes; the same model gives the same bytes.
    public func json() throws -> [UInt8] {
        let file = ActivityModelFile(
            name: name, schema: schema.name, features: schema.features.map(\.name),
            classes: ActivityClass.allCases.map(\.name), cases: cases.map { ActivityModelFile.Case($0) },
            smoothing: .init(smoothing), provenance: provenance)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(file)) + [UInt8(ascii: "\n")]
    }

    private static func decode(_ bytes: [UInt8], source: String) throws -> ActivityModelFile {
        guard !bytes.isEmpty else {
            throw InputError(
                .empty, source: source, problem: "the model file is empty", remedy: "train one with gaitway train")
        }
        let data = Data(bytes)
        let decoder = JSONDecoder()
        do {
            let preamble = try decoder.decode(ActivityModelFile.Preamble.self, from: data)
            guard preamble.gaitway == ActivityModelFile.kind else {
                throw InputError(
                    .unsupported, source: source, problem: "this is a file of kind '\(preamble.gaitway)', not a model",
                    remedy: "give a file that gaitway train wrote")
            }
            guard preamble.version == ActivityModelFile.currentVersion else {
                throw InputError(
                    .unsupported, source: source,
                    problem: "the model has format version \(preamble.version), this program reads version "
                        + "\(ActivityModelFile.currentVersion)", remedy: "train it again with gaitway train")
            }
            return try decoder.decode(ActivityModelFile.self, from: data)
        } catch let error as DecodingError {
            throw InputError(
                .malformed, source: source, problem: "not a model file: \(explanation(of: error))",
                remedy: "give a file that gaitway train wrote")
        }
    }

    private static func explanation(of error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let keys = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return keys.isEmpty ? "the top level" : keys.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, _): return "the field '\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "\(path(context)) has the wrong type"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty ? "it is not valid JSON" : "\(path(context)) is not usable"
        @unknown default: return "it cannot be decoded"
        }
    }

    private static func check(_ file: ActivityModelFile, source: String) throws {
        func refuse(_ code: InputError.Code, _ problem: String) -> InputError {
            InputError(code, source: source, problem: problem, remedy: "train it again with gaitway train")
        }
        guard file.schema == FeatureSchema.motion.name, file.features == FeatureSchema.motion.features.map(\.name)
        else {
            throw refuse(
                .unsupported,
                "the model's features are those of '\(file.schema)', this program computes "
                    + "'\(FeatureSchema.motion.name)'")
        }
        guard file.classes == ActivityClass.allCases.map(\.name) else {
            throw refuse(.unsupported, "the model's classes are not the six of this program, in their order")
        }
        guard !file.cases.isEmpty, Set(file.cases.map(\.sensorCase)).count == file.cases.count else {
            throw refuse(.malformed, "a model serves at least one sensor case, and each once")
        }
        let classes = Double(file.classes.count)
        guard file.smoothing.stay > 1 / classes, file.smoothing.stay < 1 else {
            throw refuse(.malformed, "smoothing.stay lies outside 1/\(file.classes.count) to 1")
        }
        let evidence = file.smoothing.evidence
        guard [evidence.causal, evidence.lag, evidence.viterbi].allSatisfy({ $0 > 0 && $0 <= 1 }) else {
            throw refuse(.malformed, "smoothing.evidence has a power that is not above 0 and up to 1")
        }
        guard file.smoothing.temperature > 0, file.smoothing.temperature.isFinite else {
            throw refuse(.malformed, "smoothing.temperature is not positive")
        }
    }
}

extension ActivityModelFile.Smoothing {
    init(_ parameters: SmoothingParameters) {
        stay = parameters.stay
        evidence = Evidence(
            causal: parameters.evidence.causal, lag: parameters.evidence.lag, viterbi: parameters.evidence.viterbi)
        temperature = parameters.temperature
    }

    var parameters: SmoothingParameters {
        SmoothingParameters(
            stay: stay, evidence: .init(causal: evidence.causal, lag: evidence.lag, viterbi: evidence.viterbi),
            temperature: temperature)
    }
}
