// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// What the speed of fixes adds to the answers, on the windows that have one.
///
/// Both kinds of answer are of the same windows by the same models. A window that the recogniser refuses has no answer
/// to add to.
package struct SpeedFigures: Sendable, Hashable {
    /// One smoother's answers over time, on rides spliced of these windows.
    package struct OverTime: Sendable, Hashable {
        package let smoothing: Smoothing
        package let alone: SplicedScore
        package let fused: SplicedScore
    }

    package let dataSets: Int
    /// The balanced figures by the motion alone; cells count these windows only.
    package let alone: Metrics
    package let fused: Metrics
    /// By how much the speed raises macro-F1; nil with fewer than two data sets.
    package let difference: MacroF1Difference?
    /// Answers over time; empty where the windows give no spliced rides.
    package let overTime: [OverTime]

    /// The figures of windows, each fused by the model of its fold; nil when no window of a known activity has a speed.
    package init?(_ windows: [ScoredWindow], models: [Int: ActivityModel]) {
        let known = windows.filter { $0.truth != nil && $0.speed != nil }
        guard !known.isEmpty else { return nil }
        let joined = known.map { $0.fused(by: models[$0.fold]?.speed) }
        dataSets = Set(known.map(\.dataSet)).count
        alone = Metrics(balanced: known)
        fused = Metrics(balanced: joined)
        difference = MacroF1Difference(joined, over: known)
        // Runs of the windows that have a speed; answers do not matter to where blocks are cut.
        let splices = SplicedRides(known)
        overTime =
            splices.rides.isEmpty
            ? []
            : Smoothing.allCases.map { smoothing in
                OverTime(
                    smoothing: smoothing,
                    alone: splices.score(known, smoothing: smoothing, parameters: models.smoothing(ofFold:)),
                    fused: splices.score(joined, smoothing: smoothing, parameters: models.smoothing(ofFold:)))
            }
    }
}

extension ScoredWindow {
    /// The window with what its speed adds, as a recogniser would answer it.
    func fused(by likelihood: SpeedLikelihood?) -> ScoredWindow {
        guard let likelihood, let speed, !isRefused else { return self }
        var window = self
        window.probabilities = likelihood.fused(probabilities, speed: speed)
        window.evidence = likelihood.evidence(probabilities, speed: speed)
        return window
    }
}
