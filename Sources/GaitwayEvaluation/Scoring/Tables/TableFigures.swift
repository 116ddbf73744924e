// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How calm and how right the tables are that `gaitway classify` prints of finished logs: a table for each labelled
/// ride, by the smoother of the whole log, with short stretches folded (``ActivityStretches/folding()``).
///
/// A labelled ride has one activity, so that its table needs one row. Of the rows that it has,
///
/// - a row is wrong when it says anything but the ride's activity, none and unknown included;
/// - a row is needless when it says the ride's activity, and a row before it did already.
///
/// A ride that is misread from its beginning to its end has one wrong row, however long it is. Gaps, which no model can
/// answer, make no row here.
package struct TableFigures: Sendable, Hashable {
    package struct Rows: Sendable, Hashable {
        /// The time that windows cover, a hop for each, in hours.
        package fileprivate(set) var hours = 0.0
        package fileprivate(set) var rides = 0
        package fileprivate(set) var rows = 0
        /// How many of them say something else than the label.
        package fileprivate(set) var wrong = 0
        /// How many of them say the label again.
        package fileprivate(set) var needless = 0
        /// How many rides have no right row.
        package fileprivate(set) var ridesMisread = 0

        /// Wrong or needless rows per labelled hour; nil without rides.
        package var perHour: Double? { hours > 0 ? Double(wrong + needless) / hours : nil }
    }

    package private(set) var rows: [Activity: Rows] = [:]
    /// The tables of spliced rides, in which the activity changes at each seam; nil without such rides. Its delays are
    /// how late the table sets a change; it is printed at the end of the log.
    package private(set) var spliced: SplicedScore?
    /// The causal stream of the same spliced rides; nil without such rides.
    package private(set) var causal: SplicedScore?

    /// The figures of scored windows, which are joined with the parameters of their fold. Rides labelled none or
    /// unknown do not count. Nil when no window has a label.
    package init?(
        _ windows: [ScoredWindow], splices: SplicedRides, parameters: (_ fold: Int) -> SmoothingParameters
    ) {
        let known = windows.filter { $0.truth != nil }
        guard !known.isEmpty else { return nil }
        let rides = Dictionary(grouping: known) { Ride(fold: $0.fold, recordingIndex: $0.recordingIndex) }
        for (ride, windows) in rides {
            let windows = windows.sorted { $0.windowIndex < $1.windowIndex }
            guard let truth = windows.first?.truth else { continue }
            let first = windows.first?.start ?? 0
            let predictions = Self.table(
                windows.map { $0.estimate(at: Nanoseconds.rounded($0.start - first)) }, parameters(ride.fold)
            ).stretches.map(\.prediction)
            rows[truth, default: Rows()].add(predictions, of: truth, windows: windows.count)
        }
        guard !splices.rides.isEmpty else { return }
        let predictions = splices.rides.map { ride in
            Self.table(splices.estimates(of: ride, windows), parameters(ride.fold)).stretches
                .flatMap { [Prediction](repeating: $0.prediction, count: $0.windows) }
        }
        spliced = SplicedScore(
            splices, predictions: predictions,
            probabilities: splices.rides.map { $0.windows.map { windows[$0].probabilities } })
        causal = splices.score(windows, smoothing: .causal, parameters: parameters)
    }

    private struct Ride: Hashable {
        var fold: Int
        var recordingIndex: Int
    }

    /// The table of one ride, as the command makes it.
    private static func table(_ estimates: [WindowEstimate], _ parameters: SmoothingParameters) -> ActivityStretches {
        var composer = ReportComposer(reportsEveryWindow: true, origin: nil)
        let reports = Smoother.smoothed(estimates, .viterbi, parameters: parameters).compactMap { composer.report($0) }
        let end = estimates.last.map { Duration.nanoseconds($0.span.upperBound) } ?? .zero
        return ActivityStretches(reports, end: end).folding()
    }
}

extension TableFigures.Rows {
    fileprivate mutating func add(_ predictions: [Prediction], of truth: Activity, windows: Int) {
        let right = predictions.count { $0 == Prediction(truth) }
        rides += 1
        rows += predictions.count
        wrong += predictions.count - right
        needless += max(0, right - 1)
        if right == 0 { ridesMisread += 1 }
        hours += Double(windows) * Nanoseconds.product(WindowGrid.hopDuration) / 3600
    }
}
