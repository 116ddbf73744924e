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
        abstract: "Judges a model on labelled rides, or cross-validates training.",
        discussion: """
            With --cross-validate, whole people or whole data sets are left out in turn. A model is trained on the \
            rest and judged on the rides that it never saw. Without --cross-validate, the given model is judged: rides \
            that it was trained on flatter it. The first lines state which rides were left out, and whether the model \
            has seen the others.

            EXAMPLES
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway evaluate manifest.csv --cross-validate user --where use=default
              gaitway evaluate manifest.csv --cross-validate dataset --judge batch=1
              gaitway evaluate mine.csv --model model.json
              gaitway evaluate manifest.csv --cross-validate dataset --report evaluation.html
              gaitway evaluate manifest.csv --cross-validate dataset --variants
              gaitway evaluate manifest.csv --cross-validate dataset --use-speed
              gaitway evaluate manifest.csv --cross-validate dataset --adapt-minutes 5
              gaitway evaluate manifest.csv --cross-validate dataset --adapt-minutes 1 --quick
              gaitway evaluate mine.csv --json - | jq .macro_f1
            """)

    @OptionGroup(title: "Input") var input: ManifestArguments
    @OptionGroup(title: "Model") var judged: JudgedModelArguments
    @OptionGroup(title: "Evaluation") var scope: EvaluationScopeArguments
    @OptionGroup(title: "Output") var results: EvaluationResultArguments

    func validate() throws {
        if judged.crossValidate != nil, judged.modelArgument.model != nil {
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
            guard adaptMinutes > 0, adaptMinutes.isFinite else {
                throw ValidationError("--adapt-minutes takes a positive number")
            }
            guard judged.crossValidate != nil else { throw ValidationError("--adapt-minutes needs --cross-validate") }
            guard !scope.variants, !scope.useSpeed, scope.judge.isEmpty, results.json == nil, results.report == nil,
                results.spliced == nil
            else {
                throw ValidationError(
                    "--adapt-minutes prints a table; leave --variants, --use-speed, --judge, --json, "
                        + "--report and --spliced out"
                )
            }
        }
        guard [results.json, results.report, results.spliced].count(where: { $0 == OutputPlan.standardOutput }) <= 1
        else {
            throw ValidationError("only one of --json, --report and --spliced can be standard output")
        }
    }

    func run() async throws {
        let rides = try input.rides(judging: scope.judge)
        let paths = [results.json, results.report, results.spliced].compactMap(\.self)
        var plan = OutputPlan(inputs: input.files(of: rides, and: [judged.modelArgument.model?.file]))
        for path in paths { try plan.add(path, replaces: results.replacing.force) }
        let printsText = !paths.contains(OutputPlan.standardOutput)
        let progress = TrainingProgress()
        if let adaptMinutes = scope.adaptMinutes, let crossValidate = judged.crossValidate {
            let evaluation = try await AdaptationEvaluation(
                crossValidating: judged.training.training, by: crossValidate, minutes: adaptMinutes,
                moving: scope.quick ? .intercepts : .weights, on: rides, as: scope.sensorCase, progress: progress.show)
            return try StandardOutput.print(evaluation.text(width: TerminalWidth.columns))
        }
        let evaluation: ModelEvaluation
        if let crossValidate = judged.crossValidate {
            evaluation = try await ModelEvaluation(
                crossValidating: judged.training.training, by: crossValidate, on: rides, as: scope.sensorCase,
                includesVariants: scope.variants, usesSpeed: scope.useSpeed, progress: progress.show)
        } else {
            evaluation = try await ModelEvaluation(
                of: judged.modelArgument.load(usingSpeed: scope.useSpeed), on: rides, as: scope.sensorCase,
                includesVariants: scope.variants,
                usesSpeed: scope.useSpeed, progress: progress.show)
        }
        // The files first: the reader of the text may close the pipe.
        var files = ResultFiles(replaces: results.replacing.force)
        files.write(evaluation.report.json, to: results.json)
        files.write(page(of: evaluation), to: results.report)
        files.write(
            evaluation.splices.blockList(recordings: evaluation.windows.rides.map(\.recording)), to: results.spliced)
        try files.finish()
        guard printsText else { return }
        let width = TerminalWidth.columns
        try StandardOutput.print(
            results.details ? evaluation.report.text(width: width) : evaluation.report.brief(width: width))
    }

    private func page(of evaluation: ModelEvaluation) -> String {
        // File names without the folders of one machine.
        EvaluationPage(
            of: evaluation, manifest: FileName.last(input.manifest),
            command: GivenArguments(of: Self.self).quoted("gaitway evaluate"), date: Today.date,
            isOfGivenModel: judged.crossValidate == nil
        ).html
    }
}
