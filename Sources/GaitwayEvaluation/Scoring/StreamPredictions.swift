// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// A stream's answers to every window of whole rides: all windows of a ride, in time order, go through one smoother
/// with the parameters of the ride's fold, however their gaps lie.
///
/// A ride has one activity and no change, so that this favours a smoother that clings to what it said;
/// ``SplicedRides`` has changes.
package struct StreamPredictions: Sendable {
    package private(set) var predictions: [Prediction]
    /// The smoothed probabilities, one per window, in the windows' order.
    package private(set) var probabilities: [ActivityProbabilities]

    /// The answers of a causal stream to scored windows in any order.
    package init(_ windows: [ScoredWindow], parameters: (_ fold: Int) -> SmoothingParameters) {
        self.init(windows, in: ScoredWindow.rides(of: windows), smoothing: .causal, parameters: parameters)
    }

    /// The answers to scored windows; `rides` has the indices of the windows of each ride in time order.
    init(
        _ windows: [ScoredWindow], in rides: [[Int]], smoothing: Smoothing,
        parameters: (_ fold: Int) -> SmoothingParameters
    ) {
        predictions = windows.map(\.prediction)
        probabilities = windows.map(\.probabilities)
        for ride in rides {
            let first = ride.first.map { windows[$0].start } ?? 0
            let estimates = ride.map { windows[$0].estimate(at: Nanoseconds.rounded(windows[$0].start - first)) }
            let parameters = parameters(ride.first.map { windows[$0].fold } ?? 0)
            // Every smoother gives each window out once, in order.
            for (index, smoothed) in zip(ride, Smoother.smoothed(estimates, smoothing, parameters: parameters)) {
                predictions[index] = smoothed.prediction
                if let joined = smoothed.smoothed { probabilities[index] = joined }
            }
        }
    }
}

extension ScoredWindow {
    /// The indices of windows by fold, ride and time.
    static func order(of windows: [ScoredWindow]) -> [Int] {
        windows.indices.sorted { left, right in
            let (a, b) = (windows[left], windows[right])
            return (a.fold, a.recordingIndex, a.windowIndex) < (b.fold, b.recordingIndex, b.windowIndex)
        }
    }

    /// The indices of the windows of each ride, by fold and recording, in time order.
    static func rides(of windows: [ScoredWindow]) -> [[Int]] {
        var rides: [[Int]] = []
        for index in order(of: windows) {
            if let last = rides.last?.last, windows[last].fold == windows[index].fold,
                windows[last].recordingIndex == windows[index].recordingIndex
            {
                rides[rides.count - 1].append(index)
            } else {
                rides.append([index])
            }
        }
        return rides
    }
}
