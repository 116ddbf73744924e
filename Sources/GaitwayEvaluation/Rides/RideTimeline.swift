// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// What a recogniser says along a ride, window by window, over what the person did.
package struct RideTimeline: Sendable, Hashable {
    /// One window, which stands for one hop of time.
    package struct Moment: Sendable, Hashable {
        /// Where the window begins, in seconds since the timeline's beginning.
        package var start: Double
        /// Where the next window begins, if there is no gap.
        package var end: Double
        /// The person's activity; nil if it is another than the five.
        package var truth: Activity?
        /// The window's posterior; nil without estimate.
        package var probabilities: ActivityProbabilities?
        /// The flags that a stream reports, smoothed causally.
        package var flags: ActivityFlags
        /// How likely a stream says that they are right.
        package var confidence: Confidence
        /// The answer when the smoother waits 10 s.
        package var lagged: Prediction
        /// The answer when the smoother waits for the end of the ride.
        package var path: Prediction
    }

    /// Neighbouring windows of one recording.
    package struct Part: Sendable, Hashable {
        /// The index of the recording's row in the manifest.
        package var recordingIndex: Int
        /// The person's activity; nil if it is another than the five.
        package var truth: Activity?
        /// Where it begins, in seconds since the timeline's beginning.
        package var start: Double
        package var end: Double
    }

    package private(set) var moments: [Moment]
    /// The recordings that they come from, in order; they do not overlap.
    package private(set) var parts: [Part]
    /// The time from a window to the next, in seconds.
    package let hop: Double

    /// The length in seconds.
    package var duration: Double { parts.last?.end ?? 0 }

    /// The share of windows with a known truth that a stream answers right, smoothed causally; nil without any.
    package var shareRight: Double? {
        let known = moments.filter { $0.truth != nil }
        guard !known.isEmpty else { return nil }
        return Double(known.count { moment in moment.truth.map(Prediction.init) == Prediction(moment.flags) })
            / Double(known.count)
    }

    /// The timeline of `windows`, in order, as a stream of `model` reports them. They follow each other without a gap
    /// when they are `spliced`; else each has its own time, and the first begins the timeline.
    package init(_ windows: [ScoredWindow], model: ActivityModel, isSpliced: Bool) {
        let first = windows.first?.start ?? 0
        let estimates = windows.enumerated().map { position, window in
            window.estimate(
                at: isSpliced
                    ? Int64(position) * WindowGrid.hopDuration : Nanoseconds.rounded(window.start - first))
        }
        func smoothed(_ smoothing: Smoothing) -> [SmoothedEstimate] {
            var smoother = Smoother(smoothing, parameters: model.smoothing)
            var ready: [SmoothedEstimate] = []
            for estimate in estimates { smoother.append(estimate, to: &ready) }
            smoother.finish(to: &ready)
            return ready
        }
        let (causal, lagged, path) = (smoothed(.causal), smoothed(.lag), smoothed(.viterbi))
        var composer = ReportComposer(reportsEveryWindow: true, origin: nil)
        hop = Nanoseconds.product(WindowGrid.hopDuration)
        moments = []
        parts = []
        for (index, window) in windows.enumerated() {
            let start = estimates[index].span.lowerBound
            let report = composer.report(causal[index])?.activity
            let moment = Moment(
                start: Nanoseconds.product(start), end: Nanoseconds.product(start + WindowGrid.hopDuration),
                truth: window.truth,
                probabilities: window.isRefused ? nil : window.probabilities, flags: report?.flags ?? .unknown,
                confidence: report?.confidence ?? .low, lagged: lagged[index].prediction, path: path[index].prediction)
            moments.append(moment)
            if let last = parts.last, last.recordingIndex == window.recordingIndex, last.truth == window.truth {
                parts[parts.count - 1].end = moment.end
            } else {
                parts.append(
                    Part(
                        recordingIndex: window.recordingIndex, truth: window.truth, start: moment.start, end: moment.end
                    ))
            }
        }
    }

    /// The windows of `range` as a timeline that begins with the first of them.
    package func excerpt(_ range: Range<Int>) -> RideTimeline {
        var excerpt = self
        let start = range.isEmpty ? 0 : moments[range.lowerBound].start
        let end = range.isEmpty ? 0 : moments[range.upperBound - 1].end
        excerpt.moments = moments[range].map { moment in
            var moved = moment
            moved.start -= start
            moved.end -= start
            return moved
        }
        excerpt.parts = parts.filter { $0.end > start && $0.start < end }.map { part in
            var cut = part
            cut.start = max(cut.start, start) - start
            cut.end = min(cut.end, end) - start
            return cut
        }
        return excerpt
    }
}
