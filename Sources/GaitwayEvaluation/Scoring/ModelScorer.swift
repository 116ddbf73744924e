// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Asks a model about windows that it did not learn from.
package struct ModelScorer: Sendable {
    private let model: ActivityModel

    package init(_ model: ActivityModel) { self.model = model }

    /// The scored windows of `indices`, held out in `fold`; windows whose sensor case the model does not serve are
    /// refused.
    ///
    /// - Throws: `unreadable` if windows cannot be read again.
    package func score(
        _ windows: LabelledWindows, indices: [Int], fold: Int = 0
    ) throws(InputError) -> [ScoredWindow] {
        try score(windows.training, windows.origins, of: windows.rides, indices: indices, fold: fold)
    }

    /// The same for windows that are judged beside the others.
    func score(
        _ beside: LabelledWindows.Beside, of rides: [ManifestRow], indices: [Int], fold: Int
    ) throws(InputError) -> [ScoredWindow] {
        try score(beside.training, beside.origins, of: rides, indices: indices, fold: fold)
    }

    private func score(
        _ training: TrainingWindows, _ origins: [LabelledWindows.Origin], of rides: [ManifestRow], indices: [Int],
        fold: Int
    ) throws(InputError) -> [ScoredWindow] {
        var reader = TrainingWindows.Reader(training)
        var row: [Double] = []
        var scratch = CaseModel.Scratch()
        return try indices.map { (index) throws(InputError) in
            let origin = origins[index]
            var scored = ScoredWindow(
                recordingIndex: origin.ride, windowIndex: origin.number, start: Nanoseconds.product(origin.start),
                dataSet: training.dataSets[index], fold: fold, truth: rides[origin.ride].label.activity,
                probabilities: .uniform, isRefused: true, speed: origin.speed)
            guard let sensorCase = origin.sensorCase, let answering = model.answering(sensorCase) else { return scored }
            try reader.read(index, into: &row)
            let prediction = answering.predict(
                standardizing: &row, signals: try reader.signals(index),
                lines: training.lines[index], scratch: &scratch)
            scored.probabilities = prediction.probabilities
            scored.levels = answering.confidence
            scored.squaredDistance = prediction.squaredDistance
            switch WindowClassifier.outcome(of: prediction, by: answering, isTurned: origin.isTurned) {
            case .probabilities: scored.isRefused = false
            case .unknown(let reason): scored.reason = reason
            }
            return scored
        }
    }

    /// All windows on which models of a sensor case are judged, each scored by the model of its fold; windows of folds
    /// without a model are left out.
    ///
    /// - Throws: `unreadable` if windows cannot be read again.
    package static func score(
        _ windows: LabelledWindows, foldOfWindow: [Int], models: [Int: ActivityModel],
        for sensorCase: SensorCase = .total
    ) throws(InputError) -> [ScoredWindow] {
        var scored = [ScoredWindow?](repeating: nil, count: windows.count)
        for (fold, model) in models {
            let heldOut = windows.evaluatedIndices(of: sensorCase).filter { foldOfWindow[$0] == fold }
            for (index, window) in zip(heldOut, try ModelScorer(model).score(windows, indices: heldOut, fold: fold)) {
                scored[index] = window
            }
        }
        return scored.compactMap { $0 }
    }
}
