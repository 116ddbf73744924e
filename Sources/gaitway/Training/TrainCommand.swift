import ActivityFeatures
import ActivityRecognition
import ArgumentParser
import Evaluation
import Glibc
import LogisticRegression
import MotionTypes

/// `gaitway train`: a manifest to a model.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Trains a model on labelled rides.",
        discussion: """
            All rides that the manifest lists, and that --where leaves, are learnt; use gaitway evaluate --cross-validate to judge what such a \
            model can do on people and phones that it never saw.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json
            """)

    @OptionGroup var input: ManifestArguments

    @Option(help: ArgumentHelp("Where the model is written.", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("The model's name, as streams will state it.", valueName: "name"))
    var name: String = "custom-1"

    @Option(help: ArgumentHelp("Keep the figures of this evaluation's JSON in the model.", valueName: "file"))
    var figures: String?

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "The sensor cases to serve, each with weights of its own: total, slow, linear; all if not given.",
            valueName: "case"))
    var cases: [SensorCase] = []

    func run() async throws {
        let evaluated = try figures.map { try EvaluationFigures.read($0).byName } ?? [:]
        var model = ActivityModel(
            name: name, schema: .motion, cases: [],
            smoothing: SmoothingParameters(stay: training.stay ?? SmoothingParameters.standardStay),
            provenance: Provenance(
                date: Today.date, command: command, dataSets: [], windows: 0, figures: evaluated))
        var hasConverged = true
        var settings = training
        for sensorCase in SensorCase.allCases where cases.isEmpty || cases.contains(sensorCase) {
            let (windows, _) = try await input.load(as: sensorCase)
            let trained = try await input.naming { try await train(on: windows, for: sensorCase, settings) }
            model.cases.append(trained.tuning.applied(to: trained.fit.model))
            // The penalty and how windows are joined are those of the first case, which has the most to learn from.
            if model.cases.count == 1 {
                settings.penalty = trained.tuning.penalty
                model.smoothing = trained.tuning.smoothing
                model.provenance.dataSets = windows.dataSetShares
                model.provenance.windows = windows.indices(of: sensorCase).count
            }
            let report = trained.fit.report
            let figures: [String: Double] = [
                "penalty": trained.tuning.penalty, "iterations": Double(report.iterations),
                "largest_gradient_entry": report.largestGradientEntry, "objective": report.objective,
                "rows": Double(trained.fit.rows),
            ]
            for (name, value) in figures { model.provenance.fit["\(sensorCase.rawValue).\(name)"] = value }
            hasConverged = hasConverged && report.isConverged
        }
        try StandardOutput.save(model.json(), to: output)
        if !hasConverged { throw ExitCode(ExitStatus.failed) }
    }

    /// The fit to all windows of a sensor case, and what rides left out say about it.
    private func train(
        on windows: LabelledWindows, for sensorCase: SensorCase, _ settings: TrainingArguments
    ) async throws -> (fit: ModelTrainer.Result, tuning: ModelTuning) {
        let trainable = windows.indices(of: sensorCase)
        Diagnostics.line(
            "gaitway: \(sensorCase.rawValue): \(windows.rides.count) rides, \(trainable.count) windows of "
                + "\(windows.dataSets.count) data sets")
        var options = settings.options(for: sensorCase)
        let tuning = try await tuning(on: windows, options: options)
        for line in tuning.explanation { Diagnostics.line("gaitway: \(sensorCase.rawValue): \(line)") }
        options.training.penalty = tuning.penalty
        options.training.tolerance = ModelTrainer.Options().tolerance
        let fit = try ModelTrainer(options: options.training).train(
            windows.training, selection: trainable, for: sensorCase)
        let report = fit.report
        Diagnostics.line(
            "gaitway: \(sensorCase.rawValue): \(report.solver.rawValue), \(report.iterations) iterations, largest gradient entry "
                + "\(report.largestGradientEntry), \(report.isConverged ? "converged" : "not converged: \(report.outcome.rawValue)")"
        )
        return (fit, tuning)
    }

    /// What is chosen on rides left out: whole data sets if there are several with the same activities, else whole people.
    private func tuning(on windows: LabelledWindows, options: CrossValidation.Options) async throws -> ModelTuning {
        let validation = CrossValidation(options: options)
        for grouping in [FoldGrouping.dataSet, .user] {
            guard let plan = try? FoldPlan(rides: windows.foldRides, by: grouping) else { continue }
            try windows.refuseCopies(foldOfRide: plan.foldOfRide)
            let progress = ProgressLine("fitting folds", of: validation.fits(folds: plan.folds.count))
            do {
                let outcome = try await validation.score(
                    windows, foldOfWindow: windows.foldOfWindow(ofRides: plan.foldOfRide)
                ) { progress.show($0) }
                progress.finish()
                if let tuning = outcome.tuning { return tuning }
            } catch is FitError {
                // A fold that leaves nothing to tell apart; the next grouping may do better.
                progress.finish()
            }
        }
        Diagnostics.line(
            "gaitway: no activity is in two data sets or of two people: penalty, confidence and dwell times are the defaults, "
                + "not chosen on rides left out")
        return .standard(penalty: options.training.penalty, stay: options.stay)
    }

    /// The command as a card may quote it: without the folders of one machine.
    private var command: String {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        let filters = input.filters.map { " --where \($0)" }.joined()
        return "gaitway train \(last(input.manifest))\(filters) --output \(last(output)) --name \(name)"
    }
}

/// The day by the wall clock, UTC.
enum Today {
    static var date: String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return String(Timestamp(wholeSeconds: Int64(now.tv_sec)).iso8601.prefix(10))
    }
}
