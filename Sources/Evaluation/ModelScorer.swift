public import ActivityRecognition
internal import MotionTypes

/// Asks a model about windows that it did not learn from.
public struct ModelScorer: Sendable {
    private let model: ActivityModel

    /// A scorer of one model.
    public init(_ model: ActivityModel) { self.model = model }

    /// The scored windows of `indices`, held out in `fold`.
    public func score(_ windows: LabelledWindows, indices: [Int], fold: Int = 0) -> [ScoredWindow] {
        var row: [Double] = []
        var scores = [Double](repeating: 0, count: ActivityClass.allCases.count)
        return indices.map { index in
            let origin = windows.origins[index]
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: windows.training.row(index))
            let probabilities = model.probabilities(standardizing: &row, scores: &scores)
            return ScoredWindow(
                recordingIndex: origin.ride, windowIndex: origin.number, start: Double(origin.start) * 1e-9,
                dataSet: windows.training.dataSets[index], fold: fold, truth: windows.label(index).activity,
                probabilities: probabilities, isRefused: origin.rate < model.sensors.minimumRate)
        }
    }
}
