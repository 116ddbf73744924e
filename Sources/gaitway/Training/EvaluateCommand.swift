import ActivityRecognition
import ArgumentParser
import Evaluation
import MotionTypes
import Pages

/// `gaitway evaluate`: how good a model, or a way to train one, is.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Judges a model on labelled rides, or a training on rides left out.",
        discussion: """
            With --cross-validate a model is trained once per fold on the other folds, whole people or whole data sets left out, and the figures are \
            those of rides that the model never saw. Without it the given model is judged; rides that it was trained on flatter it.

            EXAMPLES
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway evaluate manifest.csv --cross-validate user --where use=default
              gaitway evaluate mine.csv --model model.json
              gaitway evaluate manifest.csv --cross-validate dataset --report evaluation.html
              gaitway evaluate manifest.csv --cross-validate dataset --variants
            """)

    @OptionGroup var input: ManifestArguments
    @OptionGroup var modelArgument: ModelArgument

    @Option(help: ArgumentHelp("Leave out whole users or data sets: user or dataset.", valueName: "by"))
    var crossValidate: FoldGrouping?

    @OptionGroup var training: TrainingArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "Make the rides into this sensor case first: total, slow (10 and 14 samples a second) or linear (no gravity).",
            valueName: "case"))
    var sensorCase: SensorCase?

    @Flag(
        help:
            "Also answer the rides as other phones would have recorded them: at 25 and 20 samples a second, and without gyroscope and barometer."
    )
    var variants = false

    @Option(help: ArgumentHelp("Write all figures as JSON.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write a page of figures as HTML, which needs no other file.", valueName: "file"))
    var report: String?

    @Option(help: ArgumentHelp("Write the blocks of the spliced rides as CSV.", valueName: "file"))
    var spliced: String?

    func validate() throws {
        if crossValidate != nil, modelArgument.model != nil {
            throw ValidationError("--model and --cross-validate exclude each other")
        }
        if crossValidate == nil, training.penalty != nil || training.stay != nil {
            throw ValidationError("--penalty and --stay are settings of a training: give --cross-validate")
        }
        if variants, sensorCase != nil {
            throw ValidationError("--variants and --case exclude each other: both change the rides")
        }
    }

    func run() async throws {
        let (windows, skipped) = try await input.load(as: sensorCase)
        var output = StandardOutput()
        let judgement: Judgement
        if let crossValidate {
            judgement = try await input.naming {
                try await crossValidated(windows, by: crossValidate, output: &output)
            }
        } else {
            judgement = try judged(windows)
        }
        var figures = judgement.report
        let scored = judgement.scored
        figures.skipped = skipped
        if variants { figures.variants = try await variantFigures(windows, judgement) }
        let splices = SplicedRides(scored)
        if !splices.rides.isEmpty {
            let parameters = { (fold: Int) in
                judgement.models[fold]?.smoothing ?? SmoothingParameters(stay: SmoothingParameters.standardStay)
            }
            figures.smoothed = splices.score(scored, smoothing: .causal, parameters: parameters)
            figures.alternatives = [Smoothing.none, .lag, .viterbi].map {
                .init(
                    smoothing: $0.rawValue, score: splices.score(scored, smoothing: $0, parameters: parameters))
            }
        }
        try output.write(figures.text)
        try output.flush()
        if let json { try Self.write(figures.json, to: json) }
        if let report {
            let page = EvaluationPage(
                subject: subject(of: windows, models: judgement.models), report: figures, scored: scored,
                rides: windows.rides, splices: splices, models: judgement.models)
            try Self.write(page.html, to: report)
        }
        if let spliced {
            try Self.write(splices.blockList(recordings: windows.rides.map(\.recording)), to: spliced)
        }
    }

    /// A report, the windows that it rests on, the models that scored them by fold, and the fold of each ride.
    private typealias Judgement = (
        report: EvaluationReport, scored: [ScoredWindow], models: [Int: ActivityModel], foldOfRide: [Int]
    )

    /// What models can do on folds that they never saw; the folds are listed as soon as they are known.
    private func crossValidated(
        _ windows: LabelledWindows, by grouping: FoldGrouping, output: inout StandardOutput
    ) async throws -> Judgement {
        let validation = CrossValidation(options: training.options(for: sensorCase ?? .total))
        let plan = try FoldPlan(rides: windows.foldRides, by: grouping)
        try windows.refuseCopies(foldOfRide: plan.foldOfRide)
        try output.write(plan.description + "\n")
        try output.flush()
        let progress = ProgressLine("fitting folds", of: validation.fits(folds: plan.folds.count))
        let outcome = try await validation.score(
            windows, foldOfWindow: windows.foldOfWindow(ofRides: plan.foldOfRide)
        ) { progress.show($0) }
        progress.finish()
        let random = try await validation.scoreUntuned(
            windows, foldOfWindow: CrossValidation.randomFoldOfWindow(windows))
        var report = EvaluationReport(
            windows: outcome.windows, dataSets: windows.dataSets, rides: windows.rides, plan: plan)
        report.randomSplitMacroF1 = EvaluationReport(windows: random, dataSets: windows.dataSets).weighted.macroF1
        return (report, outcome.windows, outcome.models, plan.foldOfRide)
    }

    /// What the given model can do.
    private func judged(_ windows: LabelledWindows) throws -> Judgement {
        let model = try modelArgument.load()
        let scored = ModelScorer(model).score(windows, indices: Array(0..<windows.count))
        let report = EvaluationReport(windows: scored, dataSets: windows.dataSets, rides: windows.rides)
        return (report, scored, [0: model], windows.rides.map { _ in 0 })
    }

    /// How the same models answer the rides as other phones would have recorded them.
    private func variantFigures(_ windows: LabelledWindows, _ judgement: Judgement) async throws -> [VariantFigures] {
        var figures: [VariantFigures] = []
        for variant in PhoneVariant.allCases {
            let converted =
                variant.conversion == .none
                ? windows : try await input.load(conversion: variant.conversion).windows
            let masked = converted.masking(variant.isMissing)
            let scored = ModelScorer.score(
                masked, foldOfWindow: masked.foldOfWindow(ofRides: judgement.foldOfRide), models: judgement.models)
            figures.append(VariantFigures(variant, windows: scored, asRecorded: judgement.scored))
        }
        return figures
    }

    /// What a page says of where it comes from: file names without the folders of one machine.
    private func subject(of windows: LabelledWindows, models: [Int: ActivityModel]) -> EvaluationPage.Subject {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        let source =
            crossValidate.map { " --cross-validate " + $0.rawValue }
            ?? modelArgument.model.map { " --model " + last($0) } ?? ""
        let people = Set(windows.rides.map { [$0.dataSet, $0.user] })
        return .init(
            manifest: last(input.manifest),
            command: "gaitway evaluate \(last(input.manifest))" + input.filters.map { " --where \($0)" }.joined()
                + source + (sensorCase.map { " --case " + $0.rawValue } ?? "")
                + (training.penalty.map { " --penalty \($0)" } ?? "") + (training.stay.map { " --stay \($0)" } ?? "")
                + (report.map { " --report " + last($0) } ?? ""),
            date: Today.date, model: crossValidate == nil ? models[0]?.name : nil, rides: windows.rides.count,
            people: people.count)
    }

    private static func write(_ text: String, to path: String) throws {
        try StandardOutput.save(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: path)
    }
}

extension FoldGrouping: ExpressibleByArgument {}
