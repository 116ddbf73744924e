package import ActivityRecognition
package import MotionTypes

/// A causal stream's answers to every window of whole rides: all windows of a ride, in time order, go through one
/// smoother with the parameters of the ride's fold, however their gaps lie.
///
/// A ride has one activity and no change, so that this flatters a smoother that clings to what it said;
/// ``SplicedRides`` has changes.
package struct StreamAnswers: Sendable {
    /// One answer per window, in the windows' order.
    package let answers: [Answer]

    /// The answers to scored windows in any order.
    package init(_ windows: [ScoredWindow], parameters: (_ fold: Int) -> SmoothingParameters) {
        var answers = windows.map(\.answer)
        for ride in ScoredWindow.rides(of: windows) {
            let first = ride.first.map { windows[$0].start } ?? 0
            let estimates = ride.map { windows[$0].estimate(at: Nanoseconds.rounded(windows[$0].start - first)) }
            let parameters = parameters(ride.first.map { windows[$0].fold } ?? 0)
            // A causal smoother gives each window out at once, in order.
            for (index, smoothed) in zip(ride, Smoother.smoothed(estimates, .causal, parameters: parameters)) {
                answers[index] = smoothed.answer
            }
        }
        self.answers = answers
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
