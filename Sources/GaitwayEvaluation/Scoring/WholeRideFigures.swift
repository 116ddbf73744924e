// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Answers over time on whole rides as they were recorded: nothing is spliced, and gaps are where they were.
///
/// Most rides have one activity, so that these figures favour a smoother that clings to what it said; those whose
/// activity changes are counted beside.
package struct WholeRideFigures: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package let smoothing: Smoothing
        /// The figures of all windows of known activities, weighted as the headline is.
        package let metrics: Metrics
        /// The share of the windows that is right in recordings whose activity changes, each window weighing the same;
        /// nil without such recordings.
        package let rightWhereChanging: Double?
    }

    package let recordings: Int
    /// How many of them have labels of two activities or more.
    package let changing: Int
    package let rows: [Row]

    /// The figures of scored windows in any order; `rides` are the manifest's rows, by index. Nil without windows of a
    /// known activity.
    package init?(_ windows: [ScoredWindow], rides: [ManifestRow], parameters: (_ fold: Int) -> SmoothingParameters) {
        guard windows.contains(where: { $0.truth != nil }) else { return nil }
        let recordings = ScoredWindow.recordings(of: windows, rides: rides)
        let changing = recordings.filter { Set($0.compactMap { windows[$0].truth }).count > 1 }
        let known = windows.indices.filter { windows[$0].truth != nil }
        let changingKnown = changing.joined().filter { windows[$0].truth != nil }
        let weights = CellWeights(windows, keepsEveryActivity: true).weights
        let truths = known.compactMap { windows[$0].truth }
        self.recordings = recordings.count
        self.changing = changing.count
        rows = Smoothing.allCases.map { smoothing in
            let stream = StreamPredictions(windows, in: recordings, smoothing: smoothing, parameters: parameters)
            let right = changingKnown.count { stream.predictions[$0] == windows[$0].truth.map(Prediction.init) }
            return Row(
                smoothing: smoothing,
                metrics: Metrics(
                    truths: truths, predictions: known.map { stream.predictions[$0] },
                    probabilities: known.map { stream.probabilities[$0] }, weights: known.map { weights[$0] }),
                rightWhereChanging: changingKnown.isEmpty ? nil : Double(right) / Double(changingKnown.count))
        }
    }
}

extension ScoredWindow {
    /// The indices of the windows of each recording in time order: the spans that a manifest labels of one recording
    /// stand together.
    fileprivate static func recordings(of windows: [ScoredWindow], rides: [ManifestRow]) -> [[Int]] {
        var places: [[UInt8]: Int] = [:]
        var recordings: [[Int]] = []
        for ride in Self.rides(of: windows) {
            guard let first = ride.first.map({ windows[$0] }), rides.indices.contains(first.recordingIndex) else {
                recordings.append(ride)
                continue
            }
            let key = Array("\(first.fold) ".utf8) + rides[first.recordingIndex].recordingBytes
            if let place = places[key] {
                recordings[place] += ride
            } else {
                places[key] = recordings.count
                recordings.append(ride)
            }
        }
        return recordings.map { $0.sorted { windows[$0].start < windows[$1].start } }
    }
}
