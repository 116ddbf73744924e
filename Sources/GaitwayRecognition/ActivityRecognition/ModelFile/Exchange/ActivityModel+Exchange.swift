// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

extension ActivityModel {
    /// The form in which other programs hand models over; Models/EXCHANGE.md describes it.
    static let exchangeFormat = (kind: "model-exchange", version: 1)

    /// The model that another program fitted: weights and scales as the fit gave them, and what was chosen on rides
    /// left out.
    ///
    /// It is the model as its file has it, rounded.
    ///
    /// - Throws: `InputError` with the line: which field is missing or wrong, what it must be; `unsupported` for
    ///   another version, schema, sensor case or set of classes.
    package init(exchange bytes: [UInt8], source: String) throws(InputError) {
        do throws(InputError) {
            let format = DocumentFormat(kind: Self.exchangeFormat.kind, version: Self.exchangeFormat.version)
            try self.init(exchange: ExchangeField(root: try format.root(of: bytes)))
            try self.init(rounding: self)
        } catch {
            throw error.inSource(source)
        }
    }

    /// The model that another one's file holds. A number above 0 may be nothing there.
    private init(rounding model: ActivityModel) throws(InputError) {
        let file = try model.json()
        do throws(InputError) {
            self = try ActivityModel(json: file, source: "")
        } catch {
            throw .malformed(
                "rounded as in a model file, \(error.problem)", remedy: "give numbers farther inside their ranges")
        }
    }

    private init(exchange file: ExchangeField) throws(InputError) {
        let schema = FeatureSchema.motion
        let stated = try file.required("schema")
        guard try stated.text() == schema.name else {
            throw .unsupported(
                "schema is \(quoted: try stated.text()); this program computes \(quoted: schema.name)",
                remedy: "compute the features anew with this version, and fit to those")
        }
        let classes = ActivityClass.allCases.map(\.name)
        guard try file.required("classes").texts() == classes else {
            throw .unsupported(
                "classes are not those of this program, in its order",
                remedy: "give \(classes.joined(separator: ", "))")
        }
        var cases: [CaseModel] = []
        for field in try file.required("cases").elements() {
            let part = try CaseModel(exchange: field)
            guard !cases.contains(where: { $0.sensorCase == part.sensorCase }) else {
                throw field.fault(
                    "repeats the sensor case \(quoted: part.sensorCase.rawValue)", remedy: "give each case once")
            }
            cases.append(part)
        }
        guard !cases.isEmpty else {
            throw try file.required("cases").fault("is empty", remedy: "give at least one case")
        }
        self.init(
            name: try file.required("name").text(), schema: schema, cases: cases,
            smoothing: try SmoothingParameters(exchange: file.optional("smoothing")),
            provenance: try Provenance(exchange: file.optional("provenance")),
            speed: try file.optional("speed").map(SpeedLikelihood.init(exchange:)))
    }
}

extension CaseModel {
    /// No fit comes near it; sums of products of larger weights could overflow.
    private static let largestWeight = 1e6

    fileprivate init(exchange field: ExchangeField) throws(InputError) {
        let name = try field.required("case")
        guard let sensorCase = SensorCase(rawValue: try name.text()), sensorCase != .fast else {
            throw name.fault("is \(quoted: try name.text())", remedy: "give total, slow or linear")
        }
        let features = FeatureSchema.motion.count
        let means = try field.required("mean").numbers(features, of: "feature")
        let deviations = try field.required("deviation").numbers(features, of: "feature", "above 0") { $0 > 0 }
        let products = try Self.products(field.optional("products"))
        let kernels = try KernelFeatures(exchange: field.optional("kernels"))
        let classes = ActivityClass.allCases.count
        let inputs = features + products.count + kernels.count
        let weights = try field.required("weights")
        let rows = try weights.rows(classes, of: "class", columns: inputs, of: "feature, product and kernel")
        guard rows.allSatisfy({ $0.allSatisfy { $0.magnitude <= Self.largestWeight } }) else {
            throw weights.fault("has a weight larger than \(Self.largestWeight)", remedy: "fit with a penalty")
        }
        let intercepts = try field.required("intercepts").numbers(
            classes, of: "class", "between ±\(Self.largestWeight)"
        ) { $0.magnitude <= Self.largestWeight }
        var classifier = SoftmaxClassifier(weights: Matrix(rows).transposed, intercepts: intercepts)
        if let calibration = field.optional("calibration") {
            classifier = classifier.calibrated(
                by: VectorScaling(
                    scales: try calibration.required("scales").numbers(classes, of: "class"),
                    offsets: try calibration.required("offsets").numbers(classes, of: "class")))
        }
        self.init(
            sensorCase: sensorCase, optional: [.gyroscope, .barometer],
            standardizer: Standardizer(means: means, deviations: deviations), products: products, kernels: kernels,
            classifier: classifier, confidence: try ConfidenceLevels(exchange: field.optional("confidence")),
            distance: try TrainingDistance(exchange: field.required("distance")))
    }

    private static func products(_ field: ExchangeField?) throws(InputError) -> FeatureProducts {
        guard let field else { return .none }
        guard let products = FeatureProducts(try field.texts(), in: .motion) else {
            throw field.fault("names a feature that the schema does not have, or one twice")
        }
        return products
    }
}

extension KernelFeatures {
    fileprivate init(exchange field: ExchangeField?) throws(InputError) {
        guard let field else {
            self = .none
            return
        }
        let numbers = try field.required("numbers").integers()
        let thresholds = try field.required("thresholds").integers()
        let kernels = numbers.compactMap { MotionKernel(number: $0) }
        guard kernels.count == numbers.count else { throw field.fault("has the number of a kernel that there is not") }
        let limits = thresholds.compactMap { Int16(exactly: $0) }
        guard limits.count == numbers.count, let bank = KernelBank(kernels: kernels, thresholds: limits) else {
            throw field.fault("has numbers that do not rise, or not a threshold of 16 bits for each")
        }
        let means = try field.required("mean").numbers(bank.count, of: "kernel")
        let deviations = try field.required("deviation").numbers(bank.count, of: "kernel", "0 or more") { $0 >= 0 }
        guard let features = KernelFeatures(bank: bank, means: means, deviations: deviations) else {
            throw field.fault("has means or deviations that do not fit its kernels")
        }
        self = features
    }
}

extension ConfidenceLevels {
    fileprivate init(exchange field: ExchangeField?) throws(InputError) {
        guard let field else {
            self = .standard
            return
        }
        let high = try field.required("high").number("above 0 and at most 1") { $0 > 0 && $0 <= 1 }
        let medium = try field.required("medium").number("above 0 and at most high, \(high)") { $0 > 0 && $0 <= high }
        self.init(medium: medium, high: high)
    }
}

extension TrainingDistance {
    fileprivate init(exchange field: ExchangeField) throws(InputError) {
        let names = try field.required("features").texts()
        let means = try field.required("means").elements()
        guard !means.isEmpty, means.count <= Activity.allCases.count else {
            throw try field.required("means").fault(
                "has \(means.count) rows; give one for each activity that was learnt")
        }
        let rows = try means.map { (mean) throws(InputError) in
            try mean.numbers(names.count, of: "of distance.features")
        }
        let covariance = try field.required("covariance")
        let elements = try covariance.rows(
            names.count, of: "of distance.features", columns: names.count, of: "of them, too")
        let limit = try field.optional("limit").map { (limit) throws(InputError) in
            try limit.number("above 0") { $0 > 0 }
        }
        do throws(FitError) {
            try OpenBLAS.loadForFit()
        } catch {
            throw .unsupported("the model cannot be imported: \(error)")
        }
        guard let whitening = Self.whitening(of: Matrix(elements)) else {
            throw covariance.fault("is not a covariance: it is not positive definite, even with a diagonal added")
        }
        guard
            let distance = TrainingDistance(
                features: names, means: rows, whitening: whitening, limit: limit ?? Self.noLimit)
        else { throw try field.required("features").fault("names a feature that the schema does not have") }
        self = distance
    }
}

extension SmoothingParameters {
    fileprivate init(exchange field: ExchangeField?) throws(InputError) {
        self.init(stay: Self.standardStay)
        guard let field else { return }
        let least = 1 / Double(ActivityClass.allCases.count)
        stay = try field.required("stay").number("between 1/6 and 1") { $0 > least && $0 < 1 }
        if let powers = field.optional("evidence") {
            for smoothing in [Smoothing.causal, .lag, .viterbi] {
                evidence[smoothing] = try powers.required(smoothing.rawValue)
                    .number("above 0 and at most 1") { $0 > 0 && $0 <= 1 }
            }
        }
        if let field = field.optional("temperature") { temperature = try field.number("above 0") { $0 > 0 } }
    }
}

extension SpeedLikelihood {
    fileprivate init(exchange field: ExchangeField) throws(InputError) {
        let bounds = try field.required("bounds").numbers(nil)
        let shares = try field.required("shares").rows(
            Activity.allCases.count, of: "activity", columns: bounds.count + 1, of: "bin")
        guard
            let likelihood = SpeedLikelihood(
                bounds: bounds, shares: shares, power: try field.required("power").number(),
                chainPower: try field.required("chain_power").number())
        else {
            throw field.fault(
                "has bounds that do not ascend from above 0, or shares or powers outside 0 to 1, or of another sum")
        }
        self = likelihood
    }
}

extension Provenance {
    fileprivate init(exchange field: ExchangeField?) throws(InputError) {
        self = .none
        guard let field else { return }
        date = try field.optional("date")?.text() ?? ""
        command = try field.optional("command")?.text() ?? ""
        windows = Int(
            clamping: try field.optional("windows")?.number("a whole number") { Int($0, in: .countable) != nil } ?? 0)
        fit = try field.optional("fit")?.numbersByName() ?? [:]
        figures = try field.optional("figures")?.numbersByName() ?? [:]
        for part in try field.optional("data_sets")?.elements() ?? [] {
            func count(_ key: String) throws(InputError) -> Int {
                Int(clamping: try part.required(key).number("a whole number") { Int($0, in: .countable) != nil })
            }
            dataSets.append(
                DataSet(
                    name: try part.required("name").text(), users: try count("users"),
                    recordings: try count("recordings"), hours: try part.required("hours").numbersByName()))
        }
    }
}
