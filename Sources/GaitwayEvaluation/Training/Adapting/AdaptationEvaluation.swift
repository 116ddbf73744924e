// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// What people gain when a model is adapted to a few minutes of their own rides, judged on their other rides.
///
/// Each fold's model is trained on the other folds and has seen none of the people whom it is adapted to.
package struct AdaptationEvaluation: Sendable {
    package struct Person: Sendable {
        /// The person, as `dataset/user`.
        package var name: String
        /// Minutes of windows that it was adapted to.
        package var minutes: Double
        /// λ; nil where the weights stayed.
        package var penalty: Double?
        /// The figures of the model as it was, every activity of the person weighing the same.
        package var before: Metrics
        package var after: Metrics

        package var gain: Double { (after.macroF1 ?? 0) - (before.macroF1 ?? 0) }
    }

    /// How many minutes of each activity the models were adapted to.
    package let minutes: Double
    /// The figures of each person, by data set and name.
    package private(set) var people: [Person] = []
    /// The figures of all judged windows before and after, balanced over data sets and activities.
    package let before: Metrics
    package let after: Metrics
    package let notes: [String]

    /// How a training's models gain, when they are adapted to `minutes` of each activity of each person of the fold
    /// held out; `scope` is moved.
    ///
    /// - Throws: `InputError` for rides that cannot be read, learnt from or divided, and if no person has enough rides;
    ///   what `progress` throws.
    package init(
        crossValidating training: ModelTraining, by grouping: FoldGrouping, minutes: Double,
        moving scope: AdaptationScope = .weights, on rides: LabelledRides, as sensorCase: SensorCase? = nil,
        progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws {
        let windows = try await rides.read(as: sensorCase, progress: progress).windows
        try rides.refuseNothing(windows)
        self = try await rides.naming {
            try await AdaptationEvaluation(
                CrossValidation(options: training.options(for: sensorCase ?? .total, penalty: training.penalty)),
                by: grouping, minutes: minutes, scope: scope, sensorCase: sensorCase ?? .total, windows: windows,
                progress: progress)
        }
    }

    private init(
        _ validation: CrossValidation, by grouping: FoldGrouping, minutes: Double, scope: AdaptationScope,
        sensorCase: SensorCase, windows: LabelledWindows, progress: (WorkProgress) throws -> Void
    ) async throws {
        let plan = try FoldPlan(rides: windows.foldRides, by: grouping)
        try windows.refuseCopies(foldOfRide: plan.foldOfRide)
        let splits = PersonalSplit.splits(of: windows, selection: windows.indices(of: sensorCase), minutes: minutes)
        guard !splits.isEmpty else {
            throw InputError(
                .unsupported,
                problem: "no person has two activities with one recording to adapt to and another to judge on",
                remedy: "list more recordings of each person")
        }
        try progress(.folds(plan.description))
        let models = try await validation.score(windows, plan: plan, progress: progress).models
        let foldOfWindow = windows.foldOfWindow(ofRides: plan.foldOfRide)
        let stage = "adapting to \(splits.count.counted("person", "people"))"
        var people: [Person] = []
        var (before, after): ([ScoredWindow], [ScoredWindow]) = ([], [])
        for (done, split) in splits.enumerated() {
            try progress(.step(stage: stage, done: done, total: splits.count))
            guard let base = split.judged.first.flatMap({ models[foldOfWindow[$0]] })?[sensorCase] else { continue }
            // The person's other recordings are the test.
            let adaptation = PersonalAdaptation(scope: scope, movesUntested: true)
            let outcome = try adaptation.adapt(base, to: windows, selection: split.adapted)
            let old = try PersonalAdaptation.score(base, windows, split.judged)
            let new = try PersonalAdaptation.score(outcome.model, windows, split.judged)
            people.append(
                Person(
                    name: split.person,
                    minutes: 60 * LabelledWindows.hours(ofWindows: split.adapted.count), penalty: outcome.penalty,
                    before: PersonalAdaptation.metrics(old), after: PersonalAdaptation.metrics(new)))
            before += old
            after += new
        }
        try progress(.step(stage: stage, done: splits.count, total: splits.count))
        self.minutes = minutes
        self.people = people
        self.before = Metrics(balanced: before)
        self.after = Metrics(balanced: after)
        notes = TrainingExposure(plan, rides: windows.rides)
            .notes(dataSets: windows.dataSets.count, windows: windows.count)
    }
}
