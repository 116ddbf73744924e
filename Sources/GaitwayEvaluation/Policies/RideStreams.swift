// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// What a causal stream says during each labelled ride, as `gaitway classify` makes it live: windows, model, smoother,
/// reports.
///
/// Times count from a recording's first accelerometer sample. Rides with another label than the five activities are
/// left out.
package struct RideStreams: Sendable {
    package struct Ride: Sendable {
        package let row: ManifestRow
        package let activity: Activity
        /// What windows cover of it; those that touch are one.
        package let spans: [Range<Duration>]
        /// The stream's reports, by delivery.
        package let reports: [ActivityReport]
        /// The speeds that its fixes state, by time; empty for a ride without GPS.
        package let speeds: [SpeedReading]

        package init(
            row: ManifestRow, activity: Activity, spans: [Range<Duration>], reports: [ActivityReport],
            speeds: [SpeedReading] = []
        ) {
            self.row = row
            self.activity = activity
            self.spans = spans
            self.reports = reports
            self.speeds = speeds
        }
    }

    package private(set) var rides: [Ride] = []
    package private(set) var skipped: [EvaluationReport.SkippedRide] = []
    /// How many rides have no window that a model can answer.
    package private(set) var unanswered = 0

    /// The streams of a given model. Its results on rides that it was trained on are too good.
    ///
    /// - Throws: `InputError` for rides that cannot be read, and what `progress` throws.
    package init(
        of model: ActivityModel, on rides: LabelledRides, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws {
        let (windows, skipped) = try await rides.read(progress: progress)
        try rides.refuseNothing(windows)
        let scored = try ModelScorer(model).score(windows, indices: Array(0..<windows.count))
        self.init(windows, scored, models: [0: model])
        self.skipped = skipped
    }

    /// The streams of models that never saw what they answer: one is trained for each fold on the other folds.
    ///
    /// - Throws: `InputError` for rides that cannot be read, learnt from or divided, and what `progress` throws.
    package init(
        crossValidating training: ModelTraining, by grouping: FoldGrouping, on rides: LabelledRides,
        progress: @Sendable (WorkProgress) throws -> Void
    ) async throws {
        let (windows, skipped) = try await rides.read(progress: progress)
        try rides.refuseNothing(windows)
        let outcome = try await rides.naming {
            let plan = try FoldPlan(rides: windows.foldRides, by: grouping)
            try windows.refuseCopies(foldOfRide: plan.foldOfRide)
            try progress(.folds(plan.description))
            let validation = CrossValidation(options: training.options(for: .total, penalty: training.penalty))
            return try await validation.score(windows, plan: plan, progress: progress)
        }
        self.init(windows, outcome.windows, models: outcome.models)
        self.skipped = skipped
    }

    private init(_ windows: LabelledWindows, _ scored: [ScoredWindow], models: [Int: ActivityModel]) {
        var rides: [(index: Int, ride: Ride)] = []
        for indices in ScoredWindow.rides(of: scored) {
            guard let first = indices.first.map({ scored[$0] }), let activity = first.truth else { continue }
            let row = windows.rides[first.recordingIndex]
            guard let model = models[first.fold], windows.isAnswered(ride: first.recordingIndex, by: model) else {
                unanswered += 1
                continue
            }
            let estimates = indices.map { scored[$0].estimate(at: Nanoseconds.rounded(scored[$0].start)) }
            var composer = ReportComposer(reportsEveryWindow: false, origin: nil)
            let reports = Smoother.smoothed(estimates, .causal, parameters: model.smoothing)
                .compactMap { composer.report($0) }
            let spans = Self.spans(estimates)
            let speeds = windows.speeds[first.recordingIndex].filter { reading in
                spans.contains { $0.contains(reading.elapsed) }
            }
            rides.append(
                (
                    first.recordingIndex,
                    Ride(row: row, activity: activity, spans: spans, reports: reports, speeds: speeds)
                ))
        }
        self.rides = rides.sorted { $0.index < $1.index }.map(\.ride)
    }

    private static func spans(_ estimates: [WindowEstimate]) -> [Range<Duration>] {
        var spans: [Range<Duration>] = []
        for estimate in estimates {
            let span = Duration.nanoseconds(estimate.span.lowerBound)..<Duration.nanoseconds(estimate.span.upperBound)
            if let last = spans.last, span.lowerBound <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                spans.append(span)
            }
        }
        return spans
    }
}

extension LabelledWindows {
    /// Whether a model serves the sensor case of any window of a ride.
    fileprivate func isAnswered(ride: Int, by model: ActivityModel) -> Bool {
        casesOfRide[ride].contains { model.answering($0) != nil }
    }
}
