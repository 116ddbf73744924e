public import ActivityRecognition
internal import LinearAlgebra
internal import LogisticRegression
internal import MotionTypes

extension SmoothingParameters {
    /// The probabilities to stay that are tried: activities that last 26 s to 9 min on average.
    public static let candidates = [0.9, 0.95, 0.97, 0.98, 0.99, 0.995]

    /// The parameters that do best on spliced rides of held-out windows: the dwell time with the greatest macro-F1 (causal),
    /// then the temperature with the least log-loss of the smoothed posterior.
    ///
    /// `stay` fixes the probability to stay. Without changes to learn from, the parameters are 0.98 and 1.
    init(fitting windows: [ScoredWindow], stay fixed: Double? = nil) throws {
        let spliced = SplicedRides(windows)
        guard !spliced.rides.isEmpty else {
            self.init(stay: fixed ?? Self.standardStay)
            return
        }
        let stays = fixed.map { [$0] } ?? Self.candidates
        let scores = stays.map { stay in
            spliced.score(windows, smoothing: .causal) { _ in SmoothingParameters(stay: stay) }.metrics.macroF1 ?? 0
        }
        let best = scores.max() ?? 0
        let stay = zip(stays, scores).filter { $1 >= best }.map(\.0).max() ?? Self.standardStay
        let (_, probabilities) = spliced.smoothed(windows, smoothing: .causal) { _ in SmoothingParameters(stay: stay) }
        let truths = spliced.rides.flatMap { ride in
            ride.blocks.flatMap { block in block.windows.map { _ in block.activity } }
        }
        let posteriors = Array(probabilities.joined())
        var logits = Matrix(rows: posteriors.count, columns: ActivityClass.allCases.count)
        for (row, posterior) in posteriors.enumerated() {
            for (column, value) in posterior.logits.enumerated() { logits[row, column] = value }
        }
        let scaling = try TemperatureScaling(fitting: logits, labels: truths.map { ActivityClass($0).rawValue })
        self.init(stay: stay, temperature: scaling.temperature)
    }
}
