// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace
import Glibc

/// `gaitway train`: a manifest to a model.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Trains a model on labelled rides.",
        discussion: """
            Trains on all rides of the manifest that pass --where. The command prints how right such a model is on \
            people that it never saw, or on other rides if all are of one person, and which rides would help. gaitway \
            evaluate --cross-validate has more figures.

            --adapt tunes a model to one person from a few rides of two or more activities. Five minutes of each \
            activity are enough; several short recordings are worth more than a long one. The command keeps a change \
            only if it improves recordings that were left out, and reports whether it did. With --quick it tunes the \
            intercepts alone, that is how likely each activity is beforehand. That takes a minute of each activity or \
            less, and gains less.

            The model file keeps the command and a hash of the rides, so that gaitway model reproduce can train it \
            again and compare. OpenBLAS adds in another order on another processor, which moves probabilities by less \
            than 1e-4. With --reproducible, the same rides give the same bytes.

            EXAMPLES
              gaitway train manifest.csv --output model.json
              gaitway train rides/manifest.csv --root rides --where use=default --output model.json
              gaitway evaluate manifest.csv --cross-validate dataset --json figures.json
              gaitway train manifest.csv --figures figures.json --output model.json --force
              gaitway train mine.csv --adapt default --output mine.json
              gaitway train mine.csv --adapt default --quick --output mine.json
              gaitway train manifest.csv --reproducible --output model.json
            """)

    @OptionGroup(title: "Input") var input: ManifestArguments
    @OptionGroup(title: "Training") var method: TrainingMethodArguments
    @OptionGroup(title: "Output") var result: TrainedModelArguments

    func validate() throws {
        if result.windowsOnly, method.adapt != nil || result.figures != nil || method.cases.count != 1 {
            throw ValidationError("--windows-only needs one --case, without --adapt and --figures")
        }
        if let tolerance = method.tolerance, !(1e-10...1e-3).contains(tolerance) {
            throw ValidationError("--tolerance takes a number from 1e-10 to 1e-3")
        }
        if method.quick, method.adapt == nil { throw ValidationError("--quick needs --adapt") }
        guard method.adapt != nil,
            result.figures != nil || method.training.stay != nil || !method.cases.isEmpty || method.tolerance != nil
        else { return }
        throw ValidationError(
            "--adapt keeps the model's own settings; leave --figures, --stay, --case and --tolerance out")
    }

    /// How the command is called.
    static let words = "gaitway train"

    /// The way to train that the options name.
    func chosenTraining(name: String, provenance: Provenance) -> ModelTraining {
        var training = method.training.training
        training.name = name
        training.isReproducible = method.reproducible
        training.tolerance = method.tolerance
        if !method.cases.isEmpty { training.sensorCases = method.cases }
        training.provenance = provenance
        return training
    }

    func run() async throws {
        let progress = TrainingProgress(isVerbose: result.verbose)
        let run = TrainingRun(self, words: GivenArguments.words)
        guard let trained = try await run.write(progress: progress.show) else { return }
        if method.adapt == nil, result.output != OutputPlan.standardOutput {
            try StandardOutput.print(trained.text(file: result.output, width: TerminalWidth.columns))
        }
        if !trained.hasConverged { throw ExitCode(ExitStatus.failed) }
    }
}

extension TrainCommand {
    /// The command that a provenance quotes; nil if this version cannot parse it.
    init?(quoted text: String) {
        guard let words = QuotedCommand.words(of: text), text.hasPrefix(Self.words + " "),
            let command = try? Self.parse(Array(words.dropFirst(2)))
        else { return nil }
        self = command
    }
}
