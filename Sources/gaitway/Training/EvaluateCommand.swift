// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayPages
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway evaluate`: how good a model, or a way to train one, is.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Evaluates a model on labelled rides, or cross-validates training.",
        discussion: """
            With --cross-validate, whole people or whole data sets are left out in turn. A model is trained on the \
            rest and evaluated on the rides that it never saw. Without --cross-validate, the given model is \
            evaluated: its results on rides that it was trained on are too good. The first lines state which rides \
            were left out, and whether the model has seen the others.

            With --phone, the reports of the phone's own recognition in the logs are one more contestant. Each second \
            from the first report on is judged: right, wrong or unknown, and how soon after a change. Confidence, \
            alerts in a vehicle and steps stand beside it. Several manifests and logs may be given.

            EXAMPLES
              gaitway evaluate Datasets/manifest.csv
              gaitway evaluate Datasets/labelled/manifest.csv --cross-validate user \\
                --json figures.json --report evaluation.html
              gaitway evaluate Datasets/labelled/manifest.csv --cross-validate user \\
                --where placement=pocket
              gaitway evaluate Datasets/labelled/manifest.csv --cross-validate user \\
                --judge placement=bag
              gaitway evaluate Datasets/manifest.csv --model default --model open \\
                --report models.html
              gaitway evaluate Datasets/manifest.csv --picture evaluation.svg \\
                --predictions windows.csv
              gaitway evaluate Datasets/manifest.csv --variants
              gaitway evaluate Datasets/manifest.csv --use-speed
              gaitway evaluate Datasets/manifest.csv --json - | grep macro_f1
            """)

    @OptionGroup(title: "Input") var input: ManifestArguments
    @OptionGroup var messages: QuietArguments

    @Argument(
        help: ArgumentHelp("With --phone: more manifests, logs or folders.", valueName: "log"), completion: .file())
    var others: [String] = []

    @OptionGroup(title: "Model") var judged: JudgedModelArguments
    @OptionGroup(title: "Evaluation") var scope: EvaluationScopeArguments
    @OptionGroup(title: "Output") var results: EvaluationResultArguments

    func validate() throws {
        try require(others.isEmpty || scope.phone, "give one manifest; only --phone takes several")
        try require(
            !scope.phone || !isOtherwiseJudged,
            "--phone compares one model with the phone; leave --cross-validate and other results out")
        try validateModels()
        if judged.crossValidate != nil, !judged.models.isEmpty {
            throw ValidationError("give --model or --cross-validate, not both")
        }
        if judged.crossValidate == nil, judged.training.penalty != nil || judged.training.stay != nil {
            throw ValidationError("--penalty and --stay need --cross-validate")
        }
        if judged.crossValidate == nil, !scope.judge.isEmpty {
            throw ValidationError("--judge needs --cross-validate; without it, --where chooses the rides")
        }
        try ManifestArguments.check(scope.judge, of: "--judge")
        if scope.variants, scope.sensorCase != nil {
            throw ValidationError("give --variants or --case, not both")
        }
        if scope.quick, scope.adaptMinutes == nil { throw ValidationError("--quick needs --adapt-minutes") }
        if let adaptMinutes = scope.adaptMinutes {
            try require(adaptMinutes > 0 && adaptMinutes.isFinite, "--adapt-minutes takes a positive number")
            try require(judged.crossValidate != nil, "--adapt-minutes needs --cross-validate")
            guard !scope.variants, !scope.useSpeed, scope.judge.isEmpty, results.paths.isEmpty, results.format == .text
            else {
                throw ValidationError(
                    "--adapt-minutes prints a table alone; give it no other result, --variants, --use-speed or --judge"
                )
            }
        }
        guard results.paths.count(where: { $0 == OutputPlan.standardOutput }) <= 1 else {
            throw ValidationError("only one of --json, --report, --predictions and --spliced can be standard output")
        }
    }

    /// Whether an option is given that the comparison with the phone has no use for.
    private var isOtherwiseJudged: Bool {
        judged.crossValidate != nil || !scope.judge.isEmpty || scope.sensorCase != nil || scope.variants
            || scope.useSpeed || scope.adaptMinutes != nil || results.details || results.format != .text
            || results.spliced != nil || results.predictions != nil || results.drawing.picture != nil
    }

    func run() async throws {
        try await ResultFile.taking(results.output, replaces: results.replacing.force) {
            try await FigureInterval.$percent.withValue(results.interval) { try await evaluate() }
        }
    }

    private func evaluate() async throws {
        guard !scope.phone else { return try PhoneEvaluation(command: self).run() }
        let rides = try input.rides(judging: scope.judge)
        let picture = try results.drawing.file(replaces: results.replacing.force)
        try results.replacing.check(
            results.paths + [results.output], reading: input.files(of: rides, and: judged.files))
        let progress = TrainingProgress(logsFits: true)
        if judged.models.count > 1 {
            return try await compare(on: rides, printsText: results.arePrinted, progress: progress.show)
        }
        if let adaptMinutes = scope.adaptMinutes, let crossValidate = judged.crossValidate {
            let evaluation = try await AdaptationEvaluation(
                crossValidating: judged.method, by: crossValidate, minutes: adaptMinutes,
                moving: scope.quick ? .intercepts : .weights, on: rides, as: scope.sensorCase, progress: progress.show)
            return try StandardOutput.print(evaluation.text(width: TerminalWidth.columns))
        }
        let evaluation: ModelEvaluation
        if let crossValidate = judged.crossValidate {
            evaluation = try await ModelEvaluation(
                crossValidating: judged.method, by: crossValidate, on: rides, as: scope.sensorCase,
                includesVariants: scope.variants, usesSpeed: scope.useSpeed, progress: progress.show)
        } else {
            evaluation = try await ModelEvaluation(
                of: judged.model.load(usingSpeed: scope.useSpeed), on: rides, as: scope.sensorCase,
                includesVariants: scope.variants,
                usesSpeed: scope.useSpeed, progress: progress.show)
        }
        // The files first: the reader of the text may close the pipe.
        var files = ResultFiles(replaces: results.replacing.force)
        files.write(evaluation.report.json, to: results.json)
        let page = results.report == nil && picture == nil ? nil : page(of: evaluation)
        files.write(page?.html ?? "", to: results.report)
        files.write(evaluation.predictions, to: results.predictions)
        files.write(
            evaluation.splices.blockList(recordings: evaluation.windows.rides.map(\.recording)), to: results.spliced)
        try files.finish()
        if let page { try picture?.write(page.picture) }
        guard results.arePrinted else { return }
        let width = TerminalWidth.columns
        let report = evaluation.report
        let name = judged.crossValidate == nil ? FileName.last(judged.model.text) : "cross-validation"
        switch results.format {
        case .text: try StandardOutput.print(results.details ? report.text(width: width) : report.brief(width: width))
        case .csv: try StandardOutput.print(EvaluationTable(report, name: name).csv)
        case .latex: try StandardOutput.print(EvaluationTable(report, name: name).latex)
        }
    }

    private func page(of evaluation: ModelEvaluation) -> EvaluationPage {
        // File names without the folders of one machine.
        EvaluationPage(
            of: evaluation, manifest: FileName.last(input.manifest),
            command: Self.quotedLine, date: Today.date,
            isOfGivenModel: judged.crossValidate == nil)
    }
}
