// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

extension ActivityModelFile.Case {
    /// Decimals of weights and scales in a file: 108 features within ±4, 406 products and 420 kernels within ±2 move a
    /// score by less than 1e-4.
    private static let decimals = 1e7

    /// No fit comes near it; sums of products of larger weights could overflow, and then no class is the likeliest.
    private static let largestWeight = 1e6

    init(_ model: CaseModel) {
        func rounded(_ value: Double) -> Double { (value * Self.decimals).rounded() / Self.decimals }
        func scaling(_ standardizer: Standardizer) -> ActivityModelFile.Scaling {
            .init(
                mean: standardizer.means.map(rounded), deviation: standardizer.deviations.map(rounded),
                limit: Standardizer.limit)
        }
        let classes = 0..<ActivityClass.allCases.count
        self.init(
            sensorCase: model.sensorCase.rawValue, acceleration: model.sensorCase.hasGravity ? "total" : "linear",
            minimumRate: model.sensorCase.minimumRate, optional: model.optional.map(\.rawValue),
            scaling: scaling(model.standardizer), products: model.products.names,
            kernels: .init(
                numbers: model.kernels.bank.kernels.map(\.number),
                thresholds: model.kernels.bank.thresholds.map(Int.init), mean: model.kernels.means.map(rounded),
                deviation: model.kernels.deviations.map(rounded)),
            lines: model.lines.map(scaling),
            weights: classes.map { column in
                (0..<model.classifier.features).map { rounded(model.classifier.weights[$0, column]) }
            },
            intercepts: model.classifier.intercepts.map(rounded),
            confidence: .init(medium: model.confidence.medium, high: model.confidence.high),
            distance: .init(
                features: model.distance.features, means: model.distance.means.map { $0.map(rounded) },
                whitening: model.distance.whitening.map { $0.map(rounded) }, limit: rounded(model.distance.limit)))
    }

    /// The model that the case describes, over `features` features.
    ///
    /// - Throws: `InputError` without a source: what is wrong with it.
    func model(features: Int) throws(InputError) -> CaseModel {
        guard let sensorCase = SensorCase(rawValue: sensorCase),
            acceleration == (sensorCase.hasGravity ? "total" : "linear"), minimumRate == sensorCase.minimumRate
        else { throw refused(.unsupported, "is not supported; this program has total, fast, slow and linear") }
        let needs = optional.compactMap { Feature.Need(rawValue: $0) }
        guard needs.count == optional.count else { throw refused(.unsupported, "names an unknown optional sensor") }
        guard let products = FeatureProducts(products, in: .motion) else {
            throw refused(.unsupported, "has a product with an unknown feature, or names one product twice")
        }
        guard let kernels = kernels.features else {
            throw refused(.malformed, "has kernels that are not known, do not rise, or lack a threshold or a scale")
        }
        let lineCount = lines == nil ? 0 : EngineLines.names.count
        guard (lines != nil) == (sensorCase == .fast) else {
            throw refused(.malformed, "has lines of engines, or lacks them; the case fast has them and no other")
        }
        if let lines { try check(lines, count: lineCount) }
        try checkNumbers(features: features, inputs: features + products.count + kernels.count + lineCount)
        guard (distance.means + distance.whitening).allSatisfy(Self.isModest), distance.limit > 0,
            let distance = TrainingDistance(
                features: distance.features, means: distance.means, whitening: distance.whitening,
                limit: distance.limit)
        else {
            throw refused(
                .malformed, "has a distance whose parts do not fit together, or that names an unknown feature")
        }
        return CaseModel(
            sensorCase: sensorCase, optional: needs,
            standardizer: Standardizer(means: scaling.mean, deviations: scaling.deviation), products: products,
            kernels: kernels, lines: lines.map { Standardizer(means: $0.mean, deviations: $0.deviation) },
            classifier: SoftmaxClassifier(weights: Matrix(weights).transposed, intercepts: intercepts),
            confidence: ConfidenceLevels(medium: confidence.medium, high: confidence.high), distance: distance)
    }

    private func checkNumbers(features: Int, inputs: Int) throws(InputError) {
        let classes = ActivityClass.allCases.count
        guard weights.count == classes, intercepts.count == classes, weights.allSatisfy({ $0.count == inputs }) else {
            throw refused(.malformed, "has weights that do not fit \(inputs) inputs of \(classes) classes")
        }
        try check(scaling, count: features)
        guard (weights + [intercepts]).allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
            throw refused(.malformed, "has a number that is infinite or NaN")
        }
        guard (weights + [intercepts]).allSatisfy(Self.isModest) else {
            throw refused(.malformed, "has a weight larger than \(Self.largestWeight)")
        }
        guard confidence.medium > 0, confidence.medium <= confidence.high, confidence.high <= 1 else {
            throw refused(.malformed, "has wrong confidence levels; 0 < medium <= high <= 1 must hold")
        }
    }

    private func check(_ scaling: ActivityModelFile.Scaling, count: Int) throws(InputError) {
        guard scaling.mean.count == count, scaling.deviation.count == count else {
            throw refused(.malformed, "has means or deviations that do not fit \(count) features")
        }
        guard (scaling.mean + scaling.deviation).allSatisfy(\.isFinite) else {
            throw refused(.malformed, "has a number that is infinite or NaN")
        }
        guard scaling.deviation.allSatisfy({ $0 > 0 }) else { throw refused(.malformed, "has a scale of 0 or less") }
        guard scaling.limit == Standardizer.limit else {
            throw refused(
                .unsupported,
                "limits scaled features to \(scaling.limit); this program limits them to \(Standardizer.limit)")
        }
    }

    /// Whether sums of products of these numbers cannot overflow.
    private static func isModest(_ numbers: [Double]) -> Bool { numbers.allSatisfy { $0.magnitude <= largestWeight } }

    private func refused(_ code: InputError.Code, _ problem: String) -> InputError {
        InputError(code, problem: "the case \(quoted: sensorCase) \(problem)", remedy: "train the model again")
    }
}

extension ActivityModelFile.Kernels {
    /// The features that the numbers describe; nil for numbers that fit no bank.
    fileprivate var features: KernelFeatures? {
        let kernels = numbers.compactMap { MotionKernel(number: $0) }
        let limits = thresholds.compactMap { Int16(exactly: $0) }
        guard kernels.count == numbers.count, limits.count == thresholds.count,
            let bank = KernelBank(kernels: kernels, thresholds: limits)
        else { return nil }
        return KernelFeatures(bank: bank, means: mean, deviations: deviation)
    }
}
