internal import ActivityFeatures
// FoundationEssentials for its JSON coders; see ActivityModelFile.
internal import FoundationEssentials
internal import LinearAlgebra
internal import LogisticRegression
internal import MotionTypes

extension ActivityModel {
    /// Decimals of weights and scales in a file: 213 features clipped to ±4 move a score by less than 5e-5.
    private static let fileDecimals = 1e7

    /// No fit comes near it; sums of products of larger weights could overflow, and then no class is the likeliest.
    private static let largestWeight = 1e6

    /// The model that a file holds.
    ///
    /// - Throws: ``InputError``: `malformed` for what is not JSON, misses a field or holds an impossible number,
    ///   `unsupported` for
    ///   another version, schema or set of classes.
    public init(json bytes: [UInt8], source: String) throws {
        let file = try Self.decode(bytes, source: source)
        try Self.check(file, source: source)
        let classes = ActivityClass.allCases.count
        guard let products = FeatureProducts(file.products, in: .motion) else {
            throw InputError(
                .unsupported, source: source, problem: "a product is of a feature that is not known, or named twice",
                remedy: "train it again with gaitway train")
        }
        let inputs = file.features.count + products.count
        guard file.weights.allSatisfy({ $0.count == inputs }) else {
            throw InputError(
                .malformed, source: source,
                problem: "the weights do not fit \(file.features.count) features and \(products.count) products",
                remedy: "train it again with gaitway train")
        }
        var weights = Matrix(rows: inputs, columns: classes)
        for (column, row) in file.weights.enumerated() {
            for (feature, weight) in row.enumerated() { weights[feature, column] = weight }
        }
        self.init(
            name: file.name, schema: .motion,
            standardizer: Standardizer(
                means: file.scaling.mean, deviations: file.scaling.deviation),
            products: products,
            classifier: SoftmaxClassifier(weights: weights, intercepts: file.intercepts),
            smoothing: SmoothingParameters(stay: file.smoothing.stay),
            confidence: ConfidenceLevels(medium: file.confidence.medium, high: file.confidence.high),
            sensors: SensorCases(
                minimumRate: file.sensors.minimumRate,
                optional: file.sensors.optional.compactMap { Feature.Need(rawValue: $0) }),
            provenance: file.provenance)
    }

    /// The model as a file's bytes; the same model gives the same bytes.
    public func json() throws -> [UInt8] {
        func rounded(_ value: Double) -> Double { (value * Self.fileDecimals).rounded() / Self.fileDecimals }
        let classes = 0..<ActivityClass.allCases.count
        let file = ActivityModelFile(
            name: name, schema: schema.name, features: schema.features.map(\.name),
            classes: ActivityClass.allCases.map(\.name),
            scaling: .init(
                mean: standardizer.means.map(rounded), deviation: standardizer.deviations.map(rounded),
                limit: Standardizer.limit),
            products: products.names,
            weights: classes.map { column in
                (0..<classifier.features).map { rounded(classifier.weights[$0, column]) }
            },
            intercepts: classifier.intercepts.map(rounded), smoothing: .init(stay: smoothing.stay),
            confidence: .init(medium: confidence.medium, high: confidence.high),
            sensors: .init(
                required: ["acceleration"], optional: sensors.optional.map(\.rawValue),
                minimumRate: sensors.minimumRate),
            provenance: provenance)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
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
        let features = file.features.count
        let classes = file.classes.count
        guard file.scaling.mean.count == features, file.scaling.deviation.count == features,
            file.weights.count == classes,
            file.intercepts.count == classes
        else {
            throw refuse(
                .malformed, "means, deviations and weights do not fit \(features) features of \(classes) classes")
        }
        let numbers = file.scaling.mean + file.scaling.deviation + file.weights.joined() + file.intercepts
        guard numbers.allSatisfy(\.isFinite) else { throw refuse(.malformed, "a weight or scale is not finite") }
        guard (file.weights.joined() + file.intercepts).allSatisfy({ $0.magnitude <= Self.largestWeight }) else {
            throw refuse(.malformed, "a weight is larger than \(Self.largestWeight)")
        }
        guard file.scaling.deviation.allSatisfy({ $0 > 0 }) else { throw refuse(.malformed, "a scale is not positive") }
        guard file.scaling.limit == Standardizer.limit else {
            throw refuse(
                .unsupported, "scaled features are cut off at \(file.scaling.limit), not at \(Standardizer.limit)")
        }
        guard file.smoothing.stay > 1 / Double(classes), file.smoothing.stay < 1 else {
            throw refuse(.malformed, "smoothing.stay lies outside 1/\(classes) to 1")
        }
        guard file.confidence.medium > 0, file.confidence.medium <= file.confidence.high, file.confidence.high <= 1
        else { throw refuse(.malformed, "the confidence levels are not 0 < medium <= high <= 1") }
        guard file.sensors.required == ["acceleration"], file.sensors.minimumRate > 0,
            file.sensors.minimumRate.isFinite,
            file.sensors.optional.allSatisfy({ Feature.Need(rawValue: $0) != nil })
        else { throw refuse(.unsupported, "the model needs sensors that this program does not serve") }
    }
}
