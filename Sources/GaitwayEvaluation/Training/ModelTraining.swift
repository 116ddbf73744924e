// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
package import GaitwayRecognition

/// A way to train models: labelled rides go in, a model comes out.
///
/// What is not a weight (penalty, calibration, confidence, smoothing) is chosen on rides left out, whole data sets or
/// whole people at a time.
package struct ModelTraining: Sendable {
    /// A trained model, whether its fits are what they should be, and what rides left out say about it.
    package struct Result: Sendable {
        /// The trained model, ready to be written to a file.
        package var model: ActivityModel
        /// Whether every fit reached its tolerance. If not, the model is the best one found.
        package var hasConverged: Bool
        /// How models of the first sensor case did on rides left out; nil where none can be left out.
        package var judgement: EvaluationReport?
        /// The models that left rides out, then the model to compare with, on the same rides; nil without such a
        /// model, without rides to leave out, or if that model has seen all of these data sets.
        package var comparison: PairedComparison?
        /// The manifest's rows that were trained on, in their order.
        package var rides: [ManifestRow] = []
    }

    /// The model's name, as streams will state it.
    package var name: String
    /// The sensor cases to serve, each with weights of its own.
    package var sensorCases: [SensorCase]
    /// λ of the penalty λ/2 |W|² beside the weighted mean log-loss, above 0; nil: chosen on rides left out.
    package var penalty: Double?
    /// The probability that the activity stays the same over 2.56 s, above 1/6 and below 1; nil: learnt from rides left
    /// out.
    package var stay: Double?
    /// Whether every sum is formed in one order, so that all processors give the same bytes.
    package var isReproducible = false
    /// The largest entry of the gradient at which each fit ends; nil: the default of `ModelTrainer.Options`, and that
    /// of `CrossValidation.Options` where rides are left out.
    package var tolerance: Double?
    /// Whether adapting moves the weights where no recording can be left out to test that.
    package var movesUntested = false
    /// How many folds are fitted at the same time; the results are the same.
    package var workers = 2
    /// The model to judge on the same rides left out; nil for none.
    package var rival: ActivityModel?
    /// Date, command and figures that the model is to keep; what the training finds out is added.
    package var provenance = Provenance.none

    /// A way to train.
    package init(
        name: String = "custom-1", sensorCases: [SensorCase] = SensorCase.allCases, penalty: Double? = nil,
        stay: Double? = nil
    ) {
        self.name = name
        self.sensorCases = sensorCases
        self.penalty = penalty
        self.stay = stay
    }

    /// The model of all rides, one sensor case after the other.
    ///
    /// - Parameters:
    ///   - rides: the labelled rides.
    ///   - progress: is told how far the work has come; what it throws ends the work.
    /// - Throws: `InputError` for rides that cannot be read or learnt from, such as those of one activity only, and
    ///   what `progress` throws.
    package func train(
        on rides: LabelledRides, progress: @Sendable (WorkProgress) throws -> Void = { _ in }
    ) async throws -> Result {
        try await Arithmetic.inFixedOrder(isReproducible) { try await fit(rides, progress: progress) }
    }

    private func fit(
        _ rides: LabelledRides, progress: @Sendable (WorkProgress) throws -> Void
    ) async throws -> Result {
        var result = Result(model: emptyModel, hasConverged: true)
        var penalty = penalty
        var recorded: LabelledWindows?
        var findings: [(text: String, cases: [String])] = []
        for sensorCase in SensorCase.allCases where sensorCases.contains(sensorCase) {
            let windows =
                if sensorCase == .fast, let recorded { recorded } else {
                    try await rides.read(as: sensorCase, progress: progress).windows
                }
            recorded = sensorCase == .total ? windows : nil
            if sensorCase == .fast, windows.evaluatedIndices(of: .fast).isEmpty {
                try progress(.detail("fast: no ride carries the lines of engines"))
                continue
            }
            if result.model.cases.isEmpty {
                result.model.provenance.rides = try rides.digest(progress: progress)
            }
            let rival = result.model.cases.isEmpty ? rival : nil
            let (fit, tuning, judgement, comparison) = try await rides.naming {
                try await train(on: windows, for: sensorCase, penalty: penalty, beside: rival, progress: progress)
            }
            // The penalty and how windows are joined are those of the first case, which has the most to learn from.
            if result.model.cases.isEmpty {
                penalty = tuning.penalty
                result.judgement = judgement
                result.comparison = comparison
                result.model.provenance.figures.merge(comparison.map(BuiltInFigures.kept) ?? [:]) { $1 }
                result.rides = windows.rides
                result.model.smoothing = tuning.smoothing
                result.model.provenance.dataSets = windows.dataSetShares
                result.model.provenance.windows = windows.indices(of: sensorCase).count
                let examples = windows.speedExamples(of: windows.indices(of: sensorCase))
                result.model.speed = SpeedLikelihood(learning: examples)
                if result.model.knowsSpeed {
                    try progress(
                        .detail(
                            "the likelihoods of speeds are learnt from \(examples.count.counted("window")) with a speed"
                        ))
                }
                for note in rides.leftOut(windows, isAsRecorded: false).notes { try progress(.note(note)) }
            }
            result.add(fit, tuning)
            for finding in tuning.findings {
                let index = findings.firstIndex { $0.text == finding } ?? findings.endIndex
                if index == findings.endIndex { findings.append((finding, [])) }
                findings[index].cases.append(sensorCase.rawValue)
            }
        }
        // Cases of the same rides lack the same.
        for (text, cases) in findings { try progress(.note("\(cases.joined(separator: ", ")): \(text)")) }
        return result
    }

    /// How a cross-validation trains for a sensor case.
    func options(for sensorCase: SensorCase, penalty: Double?) -> CrossValidation.Options {
        var options = CrossValidation.Options(stay: stay, sensorCase: sensorCase, workers: workers)
        // Kernels won where they were measured: at full rate.
        if sensorCase == .slow { options.training.kernels = 0 }
        if let tolerance { options.training.tolerance = tolerance }
        if let penalty {
            options.training.penalty = penalty
            options.penalties = [penalty]
        }
        return options
    }

    /// A model without a case.
    private var emptyModel: ActivityModel {
        var provenance = provenance
        provenance.version = ProductVersion.text
        return ActivityModel(
            name: name, schema: .motion, cases: [],
            smoothing: SmoothingParameters(stay: stay ?? SmoothingParameters.standardStay), provenance: provenance)
    }

    /// The fit to all windows of a sensor case, and what rides left out say about it.
    private func train(
        on windows: LabelledWindows, for sensorCase: SensorCase, penalty: Double?, beside rival: ActivityModel?,
        progress: (WorkProgress) throws -> Void
    ) async throws -> (
        fit: ModelTrainer.Result, tuning: ModelTuning, judgement: EvaluationReport?, comparison: PairedComparison?
    ) {
        func detail(_ text: String) throws { try progress(.detail("\(sensorCase.rawValue): \(text)")) }
        let trainable = windows.indices(of: sensorCase)
        try detail(
            "\(windows.rides.count.counted("ride")), \(trainable.count.counted("window")) of "
                + windows.dataSets.count.counted("data set"))
        var options = options(for: sensorCase, penalty: penalty)
        let (tuning, judgement, comparison, start) = try await tuning(
            on: windows, options: options, beside: rival, progress: progress)
        for line in tuning.explanation { try detail(line) }
        options.training.penalty = tuning.penalty
        options.training.tolerance = tolerance ?? ModelTrainer.Options().tolerance
        let fit = try ModelTrainer(options: options.training).train(
            windows.training, selection: trainable, for: sensorCase, from: start)
        let report = fit.report
        let line =
            "\(report.solver.rawValue), \(report.iterations) iterations, largest gradient entry "
            + "\(report.largestGradientEntry), "
            + (report.isConverged ? "converged" : "not converged: \(report.outcome.rawValue)")
        if report.isConverged { try detail(line) } else { try progress(.note("\(sensorCase.rawValue): \(line)")) }
        return (fit, tuning, judgement, comparison)
    }

    /// What is chosen on rides left out, how the models that left them out did, and where these began: whole data sets
    /// or whole people, whichever share more activities; rides where people share fewer than two.
    private func tuning(
        on windows: LabelledWindows, options: CrossValidation.Options, beside rival: ActivityModel?,
        progress: (WorkProgress) throws -> Void
    ) async throws -> (ModelTuning, EvaluationReport?, PairedComparison?, ModelTrainer.Start?) {
        let validation = CrossValidation(options: options)
        var reason = "only one ride of each activity"
        let apart = [FoldGrouping.dataSet, .user].compactMap { try? FoldPlan(rides: windows.foldRides, by: $0) }
            .filter { $0.sharedActivities > 1 }
        let most = apart.map(\.sharedActivities).max()
        let byRide = try? FoldPlan(rides: windows.foldRides, by: .ride)
        let plans = apart.filter { $0.sharedActivities == most } + apart.filter { $0.sharedActivities != most }
        for plan in plans + [byRide].compactMap(\.self) {
            try windows.refuseCopies(foldOfRide: plan.foldOfRide)
            do {
                let outcome = try await validation.score(windows, plan: plan, progress: progress)
                guard let tuning = outcome.tuning else { continue }
                let report = EvaluationReport(
                    windows: outcome.windows, dataSets: windows.dataSets, rides: windows.rides, plan: plan,
                    unseen: outcome.unseen, exposure: TrainingExposure(plan, rides: windows.rides))
                let comparison = try rival.flatMap {
                    try outcome.comparison(
                        with: $0, on: windows, of: options.sensorCase, plan: plan)
                }
                return (tuning, report, comparison, outcome.start)
            } catch let fault as FitError where !fault.isOfFiles {
                // A fold that leaves nothing to tell apart; the next grouping may do better.
                reason = "without the rides left out no model can be trained (\(fault.problemOfRides))"
            }
        }
        let finding = "\(reason): settings cannot be tuned, so penalty, confidence and dwell times are the defaults"
        return (.standard(penalty: options.training.penalty, stay: options.stay, findings: [finding]), nil, nil, nil)
    }
}

extension ModelTraining.Result {
    /// Adds the model of a sensor case, tuned, and what its provenance keeps of the fit.
    fileprivate mutating func add(_ fit: ModelTrainer.Result, _ tuning: ModelTuning) {
        model.cases.append(tuning.applied(to: fit.model))
        model.provenance.keep(fit, penalty: tuning.penalty)
        hasConverged = hasConverged && fit.report.isConverged
    }
}
