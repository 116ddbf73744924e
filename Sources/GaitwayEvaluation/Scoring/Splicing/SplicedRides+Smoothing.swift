// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension SplicedRides {
    package init(
        _ windows: [ScoredWindow], variant: Variant = .direct, stretch: Stretch = .long, blockCount: Int = 400
    ) {
        self.init(
            windows, windowLength: Nanoseconds.product(WindowGrid.duration),
            hop: Nanoseconds.product(WindowGrid.hopDuration), variant: variant, stretch: stretch,
            blockCount: blockCount)
    }

    /// How the answers fare when a smoother joins the windows of each spliced ride, with the parameters of its fold.
    package func score(
        _ windows: [ScoredWindow], smoothing: Smoothing, parameters: (Int) -> SmoothingParameters
    ) -> SplicedScore {
        let (predictions, probabilities) = smoothed(windows, smoothing: smoothing, parameters: parameters)
        let lag = smoothing == .lag ? Double(Smoother.lagWindows) * hop : 0
        return SplicedScore(self, predictions: predictions, probabilities: probabilities, lag: lag)
    }

    /// The macro-F1 of the smoothed answers alone, as in ``SplicedScore/metrics``.
    func macroF1(
        _ windows: [ScoredWindow], smoothing: Smoothing, parameters: (Int) -> SmoothingParameters
    ) -> Double? {
        var confusion = ConfusionMatrix()
        let predictions = smoothed(windows, smoothing: smoothing, parameters: parameters).predictions
        for (ride, given) in zip(rides, predictions) {
            for (truth, prediction) in zip(ride.truths, given) { confusion[truth, prediction] += 1 }
        }
        return confusion.macroF1
    }

    /// The share of hops from a window to the next over which the activity stays: the most likely probability to stay
    /// of a Markov chain. Nil without a change.
    var shareOfHopsThatStay: Double? {
        let changes = rides.reduce(0) { $0 + $1.blocks.count - 1 }
        let hops = rides.reduce(0) { $0 + $1.windows.count - 1 }
        return changes > 0 ? 1 - Double(changes) / Double(hops) : nil
    }

    func smoothed(
        _ windows: [ScoredWindow], smoothing: Smoothing, parameters: (Int) -> SmoothingParameters
    ) -> (predictions: [[Prediction]], probabilities: [[ActivityProbabilities]]) {
        var predictions: [[Prediction]] = []
        var probabilities: [[ActivityProbabilities]] = []
        for ride in rides {
            let smoothed = Smoother.smoothed(
                estimates(of: ride, windows), smoothing, parameters: parameters(ride.fold))
            let pairs = zip(smoothed, ride.windows).map { estimate, index in
                (estimate.prediction, estimate.smoothed ?? windows[index].probabilities)
            }
            predictions.append(pairs.map(\.0))
            probabilities.append(pairs.map(\.1))
        }
        return (predictions, probabilities)
    }

    func estimates(of ride: SplicedRide, _ windows: [ScoredWindow]) -> [WindowEstimate] {
        // In a spliced ride the blocks touch, whatever their times were.
        ride.windows.enumerated().map { windows[$1].estimate(at: Int64($0) * WindowGrid.hopDuration) }
    }
}

extension [Int: ActivityModel] {
    /// How the model of a fold joins windows over time; the standard way for a fold without a model.
    func smoothing(ofFold fold: Int) -> SmoothingParameters {
        self[fold]?.smoothing ?? SmoothingParameters(stay: SmoothingParameters.standardStay)
    }
}

extension Smoother {
    static func smoothed(
        _ estimates: [WindowEstimate], _ smoothing: Smoothing, parameters: SmoothingParameters
    ) -> [SmoothedEstimate] {
        var smoother = Smoother(smoothing, parameters: parameters)
        var smoothed: [SmoothedEstimate] = []
        for estimate in estimates { smoother.append(estimate, to: &smoothed) }
        smoother.finish(to: &smoothed)
        return smoothed
    }
}

extension ScoredWindow {
    /// The window as a smoother takes it, beginning at `start` nanoseconds.
    func estimate(at start: Int64) -> WindowEstimate {
        let end = start + WindowGrid.duration
        return WindowEstimate(
            span: start..<end, arrival: end,
            outcome: isRefused ? .unknown(reason) : .probabilities(probabilities), levels: levels,
            evidence: evidence)
    }
}
