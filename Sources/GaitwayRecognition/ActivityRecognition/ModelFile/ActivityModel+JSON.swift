// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension ActivityModel {
    /// The model that a file holds.
    ///
    /// - Throws: `InputError`: `malformed` for what is not JSON, misses a field or holds an impossible number,
    ///   `unsupported` for another version, schema, sensor case or set of classes.
    public init(json bytes: [UInt8], source: String) throws(InputError) {
        let file = try Self.decode(bytes, source: source)
        try Self.check(file, cases: file.cases.map(\.sensorCase), source: source)
        let speed = try Self.speed(of: file, source: source)
        var cases: [CaseModel] = []
        do throws(InputError) {
            for part in file.cases { cases.append(try part.model(features: file.features.count)) }
        } catch {
            throw error.inSource(source)
        }
        self.init(
            name: file.name, schema: .motion, cases: cases, smoothing: file.smoothing,
            provenance: file.provenance, speed: speed)
    }

    /// The model that the built-in file holds. What belongs to a case is decoded when that is first asked for, and
    /// traps if it cannot be: it is for bytes that a test has read in full.
    package init(trusted bytes: [UInt8], source: String) throws(InputError) {
        var places: [(sensorCase: SensorCase, place: Int)] = []
        let file: ActivityModelFile
        do throws(InputError) {
            file = try ActivityModelFile(bytes) { (reader) throws(InputError) in
                let place = reader.place
                let name = try ActivityModelFile.Case.skip(&reader)
                guard let sensorCase = SensorCase(rawValue: name) else {
                    throw .unsupported("the sensor case \(quoted: name) is not known")
                }
                places.append((sensorCase, place))
            }
            try ActivityModelFile.check(kind: file.gaitway, version: file.version)
        } catch {
            throw error.inSource(source)
        }
        try Self.check(file, cases: places.map(\.sensorCase.rawValue), source: source)
        let speed = try Self.speed(of: file, source: source)
        let features = file.features.count
        let cases = places.map { sensorCase, place in
            DeferredCase(sensorCase) {
                do throws(InputError) {
                    var reader = JSONReader(bytes, at: place)
                    return try ActivityModelFile.Case(&reader).model(features: features)
                } catch {
                    preconditionFailure("\(source): \(error)")
                }
            }
        }
        self.init(
            name: file.name, schema: .motion, deferredCases: cases, smoothing: file.smoothing,
            provenance: file.provenance, speed: speed)
    }

    /// The model as a file's bytes; the same model gives the same bytes.
    ///
    /// - Throws: `InputError`, `malformed` for a model with a weight that is not a number.
    public func json() throws(InputError) -> [UInt8] {
        let file = ActivityModelFile(
            name: name, schema: schema.name, features: schema.features.map(\.name),
            classes: ActivityClass.allCases.map(\.name), cases: cases.map { ActivityModelFile.Case($0) },
            smoothing: smoothing, provenance: provenance, speed: speed.map { .init($0) })
        let bytes = file.bytes
        // NaN and infinity would be null, which readers refuse.
        _ = try Self.decode(bytes, source: name)
        return bytes
    }

    private static func decode(_ bytes: [UInt8], source: String) throws(InputError) -> ActivityModelFile {
        guard !bytes.isEmpty else {
            throw .empty("the model file is empty", remedy: "give \(file: .model)", source: source)
        }
        do throws(InputError) {
            let file = try ActivityModelFile(bytes)
            try ActivityModelFile.check(kind: file.gaitway, version: file.version)
            return file
        } catch {
            // A file of another kind or version is named as such, whatever else it holds.
            var fault = error
            if let (kind, version) = ActivityModelFile.preamble(of: bytes) {
                do throws(InputError) {
                    try ActivityModelFile.check(kind: kind, version: version)
                } catch {
                    fault = error
                }
            }
            if fault.remedy.isEmpty { fault.remedy = "give \(file: .model)" }
            throw fault.inSource(source)
        }
    }

    private static func check(_ file: ActivityModelFile, cases: [String], source: String) throws(InputError) {
        func refuse(_ code: InputError.Code, _ problem: String) -> InputError {
            InputError(code, source: source, problem: problem, remedy: "train it again")
        }
        guard file.schema == FeatureSchema.motion.name, file.features == FeatureSchema.motion.features.map(\.name)
        else {
            throw refuse(
                .unsupported,
                "the model's features are \(quoted: file.schema); this program computes "
                    + "\(quoted: FeatureSchema.motion.name)")
        }
        guard file.classes == ActivityClass.allCases.map(\.name) else {
            throw refuse(
                .unsupported, "the model's classes differ from the six of this program or stand in another order")
        }
        guard !cases.isEmpty, Set(cases).count == cases.count else {
            throw refuse(.malformed, "the model must list at least one sensor case, and each only once")
        }
        let classes = Double(file.classes.count)
        guard file.smoothing.stay > 1 / classes, file.smoothing.stay < 1 else {
            throw refuse(.malformed, "smoothing.stay \(file.smoothing.stay) is outside 1/\(file.classes.count) to 1")
        }
        let evidence = file.smoothing.evidence
        guard [evidence.causal, evidence.lag, evidence.viterbi].allSatisfy({ $0 > 0 && $0 <= 1 }) else {
            throw refuse(.malformed, "the powers of smoothing.evidence must be above 0 and at most 1")
        }
        guard file.smoothing.temperature > 0, file.smoothing.temperature.isFinite else {
            throw refuse(.malformed, "smoothing.temperature must be a positive number")
        }
    }

    /// What speeds say; nil in a file of a model that saw none.
    private static func speed(of file: ActivityModelFile, source: String) throws(InputError) -> SpeedLikelihood? {
        guard let parts = file.speed else { return nil }
        guard let likelihood = parts.likelihood else {
            throw .malformed(
                "the parts of speed do not fit together: bounds, shares or powers", remedy: "train it again",
                source: source)
        }
        return likelihood
    }
}

extension ActivityModelFile.Speed {
    init(_ likelihood: SpeedLikelihood) {
        bounds = likelihood.bounds
        power = likelihood.power
        chainPower = likelihood.chainPower
        shares = likelihood.shares.map { $0.map { ($0 * 1e7).rounded() / 1e7 } }
    }

    /// Nil when the parts do not fit together.
    var likelihood: SpeedLikelihood? {
        SpeedLikelihood(bounds: bounds, shares: shares, power: power, chainPower: chainPower)
    }
}
