// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Answers window by window: features, then the linear model of the window's sensor case.
package struct WindowClassifier: Sendable {
    private let model: ActivityModel
    private var extractor = FeatureExtractor()
    private var engines = EngineSpectrum()
    private var row: [Double] = []
    private var signals = QuantizedSignals()
    private var scratch = CaseModel.Scratch()

    /// A classifier with `model`, which has seen no window.
    package init(model: ActivityModel) { self.model = model }

    package mutating func estimate(_ window: MotionWindow) -> WindowEstimate {
        // Features are computed even without an estimate, as they carry gravity on to the next window.
        row.removeAll(keepingCapacity: true)
        extractor.append(window, to: &row)
        let lines = window.fault == nil ? window.recorded.flatMap { engines.lines(of: $0) } : nil
        var estimate = WindowEstimate(
            span: window.start..<window.end, arrival: window.arrival, outcome: .unknown(.rateTooLow))
        if let fault = window.fault {
            estimate.outcome = .unknown(fault == .dead ? .deadSensor : .saturated)
        } else if let sensorCase = SensorCase.of(
            hasGravity: window.hasGravity, rate: window.rate, hasLines: lines != nil),
            let answering = model.answering(sensorCase)
        {
            if answering.kernels.count > 0 { extractor.quantize(into: &signals) }
            let caseEstimate = answering.predict(
                standardizing: &row, signals: signals, lines: lines ?? .missing, scratch: &scratch)
            estimate.levels = answering.confidence
            estimate.outcome = Self.outcome(of: caseEstimate, by: answering, isTurned: window.isTurned)
        } else if !window.hasGravity, model.minimumRate(hasGravity: false) == nil {
            estimate.outcome = .unknown(.noGravity)
        }
        return estimate
    }
}

extension WindowClassifier {
    /// The outcome of a window: unknown for one that is unlike the training, and where a turned phone looks like a
    /// bicycle or a vehicle, since its hand says nothing of what its owner rides.
    package static func outcome(
        of caseEstimate: CaseModel.Estimate, by answering: CaseModel, isTurned: @autoclosure () -> Bool
    ) -> ModelEstimate {
        if answering.isUnknown(caseEstimate) { return .unknown(.farFromTraining) }
        let prediction = caseEstimate.probabilities.mostLikely
        if prediction == .cycling || prediction == .automotive, isTurned() { return .unknown(.handled) }
        return .probabilities(caseEstimate.probabilities)
    }

    /// The mean of the answers for a half that is filled in two ways; nil unless both have one.
    package func estimate(_ beginning: WindowBeginning) -> WindowEstimate? {
        var once = WindowClassifier(model: model)
        var estimate = once.estimate(beginning.mirrored)
        guard case .probabilities(let mirrored) = estimate.outcome,
            case .probabilities(let repeated) = once.estimate(beginning.repeated).outcome
        else { return nil }
        estimate.outcome = .probabilities(ActivityProbabilities { (mirrored[$0] + repeated[$0]) / 2 })
        return estimate
    }

    package mutating func pass(through archive: inout StateArchive) { archive.pass(&extractor) }
}
