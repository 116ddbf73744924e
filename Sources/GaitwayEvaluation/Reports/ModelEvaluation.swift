// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How good a model, or a way to train one, is on labelled rides: a report, and what its page shows beside it.
package struct ModelEvaluation: Sendable {
    package private(set) var report: EvaluationReport
    package let windows: LabelledWindows
    package let scored: [ScoredWindow]
    /// The models that scored the windows, by fold; without folds one model of fold 0.
    package let models: [Int: ActivityModel]
    /// The rides with changes of activity, on which answers over time are judged.
    package let splices: SplicedRides
    private let foldOfRide: [Int]
    private let isEvaluated: @Sendable (ManifestRow) -> Bool

    /// How good a given model is. Its results on rides that it was trained on are too good; the report says so where
    /// the model's file knows.
    ///
    /// - Parameters:
    ///   - model: the model to judge.
    ///   - rides: the labelled rides.
    ///   - sensorCase: what the rides are made into first; nil: they stay as recorded.
    ///   - includesVariants: whether the rides are also answered as other phones would have recorded them: at 25 and 20
    ///     samples a second,
    ///     and without gyroscope and barometer.
    ///   - usesSpeed: whether it is also judged what the speed of fixes adds, for a model that learnt from speeds.
    ///   - progress: is told how far the work has come; what it throws ends the work.
    /// - Throws: `InputError` for rides that cannot be read, when speeds are to be used and the model does not know
    ///   them or no ride has any, and what `progress` throws.
    package init(
        of model: ActivityModel, on rides: LabelledRides, as sensorCase: SensorCase? = nil,
        includesVariants: Bool = false, usesSpeed: Bool = false,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws {
        if usesSpeed { try model.requireSpeed() }
        let (windows, skipped) = try await rides.read(as: sensorCase, progress: progress)
        try rides.refuseNothing(windows)
        if usesSpeed { try rides.refuseWithoutSpeed(windows) }
        let scored = try ModelScorer(model).score(windows, indices: Array(0..<windows.count))
        self.init(
            EvaluationReport(
                windows: scored, dataSets: windows.dataSets, rides: windows.rides,
                unseen: model.classesOfTraining.map(UnseenTruths.init(ofModelTrainedOn:)), skipped: skipped,
                leftOut: rides.leftOut(windows, isAsRecorded: sensorCase == nil),
                exposure: TrainingExposure(model, rides: windows.rides, windows: windows.windowsPerRide)),
            windows: windows, scored: scored, models: [0: model], foldOfRide: windows.rides.map { _ in 0 },
            isEvaluated: { _ in true },
            unseen: model.classesOfTraining.map(UnseenTruths.init(ofModelTrainedOn:)))
        try addBeside()
        if usesSpeed { report.speed = SpeedFigures(scored, models: models) }
        if includesVariants { try await addVariants(rides, progress: progress) }
    }

    /// How good models of a training are on rides that they never saw: a model is trained once for each fold on the
    /// other folds.
    ///
    /// - Parameters:
    ///   - training: its sensor cases do not count, `sensorCase` does.
    ///   - grouping: what is left out together.
    ///   - rides: the labelled rides.
    ///   - sensorCase: what the rides are converted to first; nil: they stay as recorded, and total acceleration is
    ///     learnt.
    ///   - includesVariants: as for a given model.
    ///   - usesSpeed: as for a given model. The likelihoods of speeds are learnt from the other folds, too.
    ///   - progress: called as the work goes on. What it throws ends the work.
    /// - Throws: `InputError` for rides that cannot be read, learnt from or divided, and what `progress` throws.
    package init(
        crossValidating training: ModelTraining, by grouping: FoldGrouping, on rides: LabelledRides,
        as sensorCase: SensorCase? = nil, includesVariants: Bool = false, usesSpeed: Bool = false,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws {
        let (windows, skipped) = try await rides.read(as: sensorCase, progress: progress)
        try rides.refuseNothing(windows)
        if usesSpeed { try rides.refuseWithoutSpeed(windows) }
        self = try await rides.naming {
            try await ModelEvaluation(
                CrossValidation(options: training.options(for: sensorCase ?? .total, penalty: training.penalty)),
                fast: sensorCase == nil
                    ? CrossValidation(options: training.options(for: .fast, penalty: training.penalty)) : nil,
                by: grouping, windows: windows, skipped: skipped, isEvaluated: rides.isEvaluated, progress: progress)
        }
        report.leftOut = rides.leftOut(windows, isAsRecorded: sensorCase == nil)
        try addBeside()
        if usesSpeed { report.speed = SpeedFigures(scored, models: models) }
        if includesVariants { try await addVariants(rides, progress: progress) }
    }

    private init(
        _ validation: CrossValidation, fast: CrossValidation?, by grouping: FoldGrouping, windows: LabelledWindows,
        skipped: [EvaluationReport.SkippedRide], isEvaluated: @escaping @Sendable (ManifestRow) -> Bool,
        progress: (WorkProgress) throws -> Void
    ) async throws {
        let plan = try FoldPlan(rides: windows.foldRides, by: grouping)
        try windows.refuseCopies(foldOfRide: plan.foldOfRide)
        try progress(.folds(plan.description))
        var outcome = try await validation.score(windows, plan: plan, progress: progress)
        let randomFolds = CrossValidation.randomFoldOfWindow(windows)
        let total = Set(randomFolds).count
        let random = try await validation.scoreUntuned(
            windows, foldOfWindow: randomFolds, from: outcome.start
        ) { done in
            try progress(.step(stage: WorkProgress.fits(of: "a random split"), done: done, total: total))
        }
        // It takes up to half a gigabyte: this one goes before the next is formed.
        outcome.start = nil
        if let fast, !windows.evaluatedIndices(of: .fast).isEmpty {
            try await outcome.add(fast.score(windows, plan: plan, progress: progress), windows, plan: plan)
        }
        func judged(_ scored: [ScoredWindow]) -> [ScoredWindow] {
            scored.filter { isEvaluated(windows.rides[$0.recordingIndex]) }
        }
        self.init(
            outcome, of: plan, on: windows, skipped: skipped, isEvaluated: isEvaluated,
            randomSplitMacroF1: EvaluationReport(windows: judged(random), dataSets: windows.dataSets).weighted.macroF1)
    }

    /// How good the models of a cross-validation are.
    ///
    /// - Parameters:
    ///   - outcome: the windows that the plan's folds hold out, scored.
    ///   - isEvaluated: whether a ride's windows are judged.
    ///   - randomSplitMacroF1: nil if no random split was made.
    init(
        _ outcome: CrossValidation.Outcome, of plan: FoldPlan, on windows: LabelledWindows,
        skipped: [EvaluationReport.SkippedRide], isEvaluated: @escaping @Sendable (ManifestRow) -> Bool,
        randomSplitMacroF1: Double? = nil
    ) {
        let scored = outcome.windows.filter { isEvaluated(windows.rides[$0.recordingIndex]) }
        self.init(
            EvaluationReport(
                windows: scored, dataSets: windows.dataSets, rides: windows.rides, plan: plan, unseen: outcome.unseen,
                randomSplitMacroF1: randomSplitMacroF1, skipped: skipped,
                exposure: TrainingExposure(plan, rides: windows.rides)),
            windows: windows, scored: scored, models: outcome.models, foldOfRide: plan.foldOfRide,
            isEvaluated: isEvaluated, unseen: outcome.unseen)
    }

    /// The report, with what answers over time add to it.
    private init(
        _ report: EvaluationReport, windows: LabelledWindows, scored: [ScoredWindow], models: [Int: ActivityModel],
        foldOfRide: [Int], isEvaluated: @escaping @Sendable (ManifestRow) -> Bool, unseen: UnseenTruths?
    ) {
        self.isEvaluated = isEvaluated
        self.report = report
        self.windows = windows
        self.scored = scored
        self.models = models
        self.foldOfRide = foldOfRide
        splices = SplicedRides.standard(scored)
        let parameters = models.smoothing(ofFold:)
        self.report.table = TableFigures(scored, splices: splices, parameters: parameters)
        let stream = StreamPredictions(scored, parameters: parameters)
        self.report.placements = PlacementFigures(scored, overTime: stream.predictions, rides: windows.rides)
        self.report.standing = StandingFigures(scored, overTime: stream.predictions, rides: windows.rides)
        self.report.overTime = OverTimeFigures(
            scored, splices: splices, rides: windows.rides, unseen: report.knowable == nil ? nil : unseen,
            parameters: parameters)
    }

    /// Adds how the same models answer what lies beside the windows: ends of rides, and beginnings of windows.
    private mutating func addBeside() throws(InputError) {
        var (ends, halves, whole) = ([ScoredWindow](), [ScoredWindow](), [ScoredWindow]())
        for (fold, model) in models.sorted(by: { $0.key < $1.key }) {
            let scorer = ModelScorer(model)
            func indices(_ beside: LabelledWindows.Beside) -> [Int] {
                beside.origins.indices.filter { index in
                    let ride = beside.origins[index].ride
                    return foldOfRide[ride] == fold && isEvaluated(windows.rides[ride])
                }
            }
            ends += try scorer.score(windows.ends, of: windows.rides, indices: indices(windows.ends), fold: fold)
            let own = indices(windows.beginnings)
            halves += try scorer.score(windows.beginnings, of: windows.rides, indices: own, fold: fold)
            let numbers = stride(from: 0, to: own.count, by: 2).map { windows.beginnings.origins[own[$0]].number }
            whole += try scorer.score(windows, indices: numbers, fold: fold)
        }
        report.handling = HandlingFigures(ends, rides: windows.rides)
        report.firstAnswers = FirstPredictionFigures(halves, whole: whole)
    }

    /// Adds how the same models answer the rides as other phones would have recorded them.
    private mutating func addVariants(
        _ rides: LabelledRides, progress: (WorkProgress) throws -> Void
    ) async throws {
        for variant in PhoneVariant.allCases {
            let converted =
                variant.conversion == .none
                ? windows : try await rides.read(conversion: variant.conversion, progress: progress).windows
            let masked = try converted.masking(variant.isMissing)
            let answered = try ModelScorer.score(
                masked, foldOfWindow: masked.foldOfWindow(ofRides: foldOfRide), models: models
            ).filter { isEvaluated(masked.rides[$0.recordingIndex]) }
            report.variants.append(VariantFigures(variant, windows: answered, asRecorded: scored))
        }
    }
}

extension ActivityModel {
    /// The classes that the model was trained on, by its file; nil where the file does not say.
    fileprivate var classesOfTraining: Set<ActivityClass>? {
        let classes = Set(provenance.allDataSets.flatMap(\.hours.keys).compactMap { ActivityClass(name: $0) })
        return classes.isEmpty ? nil : classes
    }
}
