// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// Several models on the same windows, each beside the first: figures, and the intervals of their differences.
///
/// The intervals come from a bootstrap over people. Both models answer the windows of the same people in each draw, so
/// that what is hard for both cancels.
package struct PairedComparison: Sendable, Hashable {
    package struct Contestant: Sendable {
        package var name: String
        package var windows: [ScoredWindow]
        /// What it had seen of the rides; nil if that is known otherwise.
        package var exposure: TrainingExposure?
    }

    /// A figure less that of the first model.
    package struct Difference: Sendable, Hashable {
        package let value: Double
        /// Where it lies in most of the draws; nil without draws.
        package let interval: FigureInterval?

        package var isClear: Bool { interval.map { $0.lower > 0 || $0.upper < 0 } ?? false }
    }

    package struct Row: Sendable, Hashable {
        package let name: String
        package let metrics: Metrics
        /// The interval of macro-F1 over people.
        package let interval: FigureInterval?
        package let f1Intervals: [Activity: FigureInterval]
        /// Macro-F1 less that of the first model; nil for the first.
        package let difference: Difference?
        package let differences: [Activity: Difference]
        /// Macro-F1 within each data set, every activity weighing the same.
        package let macroF1OfDataSet: [Double?]
    }

    package let rows: [Row]
    package private(set) var notes: [String] = []
    package let dataSets: [String]
    package let windows: Int
    /// Whom the intervals are over.
    package let unit: BootstrapUnit
    package let units: Int

    /// The comparison of models that answered the same windows in the same order; `rides` are the manifest's rows by
    /// the windows' indices.
    package init(_ contestants: [Contestant], dataSets: [String], rides: [ManifestRow]) {
        let first = contestants.first?.windows ?? []
        precondition(
            contestants.allSatisfy { contestant in
                contestant.windows.count == first.count
                    && zip(contestant.windows, first).allSatisfy {
                        $0.recordingIndex == $1.recordingIndex && $0.windowIndex == $1.windowIndex
                    }
            }, "a paired comparison is over the same windows")
        let bootstrap = PeopleBootstrap(first, rides: rides)
        let reference = bootstrap.reference
        let weights = CellWeights(first, keepsEveryActivity: true).weights
        let metricsOfFirst = Metrics(first, weights: weights)
        rows = contestants.enumerated().map { place, contestant in
            let metrics = Metrics(contestant.windows, weights: weights)
            let matrices = place == 0 ? reference : bootstrap.matrices(of: contestant.windows)
            func difference(_ figure: (ConfusionMatrix) -> Double?) -> Difference? {
                guard place > 0, let own = figure(metrics.confusion), let other = figure(metricsOfFirst.confusion)
                else { return nil }
                let draws = zip(matrices, reference).compactMap { pair in
                    figure(pair.0).flatMap { own in figure(pair.1).map { own - $0 } }
                }
                return Difference(value: own - other, interval: FigureInterval(of: draws))
            }
            return Row(
                name: contestant.name, metrics: metrics,
                interval: FigureInterval(of: matrices.compactMap(\.macroF1)),
                f1Intervals: Dictionary(
                    uniqueKeysWithValues: Activity.allCases.compactMap { activity in
                        FigureInterval(of: matrices.compactMap { $0.f1(activity) }).map { (activity, $0) }
                    }),
                difference: difference(\.macroF1),
                differences: Dictionary(
                    uniqueKeysWithValues: Activity.allCases.compactMap { activity in
                        difference { $0.f1(activity) }.map { (activity, $0) }
                    }),
                macroF1OfDataSet: dataSets.indices.map { dataSet in
                    let own = contestant.windows.filter { $0.dataSet == dataSet }
                    return Metrics(own, weights: CellWeights(own, minimumWindows: 1).weights).macroF1
                })
        }
        self.dataSets = dataSets
        windows = metricsOfFirst.windows
        unit = bootstrap.unit
        units = bootstrap.count
        notes = contestants.compactMap(\.exposure).flatMap { $0.notes(dataSets: dataSets.count, windows: first.count) }
    }

    /// Compares given models on the rides of a manifest.
    ///
    /// - Parameters:
    ///   - models: each with its name in tables, which differ.
    ///   - sensorCase: what the rides are made into first; nil: they stay as recorded.
    /// - Throws: `InputError` for rides that cannot be read, and what `progress` throws.
    package init(
        of models: [(name: String, model: ActivityModel)], on rides: LabelledRides, as sensorCase: SensorCase? = nil,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws {
        let (windows, skipped) = try await rides.read(as: sensorCase, progress: progress)
        try rides.refuseNothing(windows)
        let contestants = try models.map { name, model in
            Contestant(
                name: name, windows: try ModelScorer(model).score(windows, indices: Array(0..<windows.count)),
                exposure: TrainingExposure(model, rides: windows.rides, windows: windows.windowsPerRide))
        }
        self.init(contestants, dataSets: windows.dataSets, rides: windows.rides)
        let unread = skipped.map { "Left out: \($0.recording) (\($0.problem))." }
        notes = unread + rides.leftOut(windows, isAsRecorded: sensorCase == nil).notes + notes
    }
}
