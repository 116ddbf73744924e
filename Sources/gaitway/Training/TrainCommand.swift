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
            Trains on all rides of the manifest that pass --where. The command prints the accuracy on people \
            left out of training (or on rides left out, if there is only one person), and suggests what to record \
            next. gaitway evaluate --cross-validate has more figures.

            --adapt tunes a model to one person from a few rides of two or more activities. Five minutes of each \
            activity are enough; several short recordings are worth more than a long one. The command keeps a change \
            only if it improves recordings that were left out, and prints the result. If no activity has two \
            recordings, nothing can be left out, and the weights change only with --untested. With --quick it \
            adjusts only how likely each activity is (the intercepts). One minute of each is enough, but the gain is \
            smaller.

            The model file keeps the command and a hash of the rides, so that gaitway model reproduce can train it \
            again and compare. OpenBLAS sums in a different order on other processors, so probabilities can differ by \
            up to 1e-4. With --reproducible, the same rides give the same bytes.

            EXAMPLES
              gaitway train Datasets/labelled/manifest.csv --output model.json
              gaitway train Datasets/labelled/manifest.csv --where user=ann \\
                --adapt default --output ann.json
              gaitway train Datasets/labelled/manifest.csv --where user=ann \\
                --adapt default --quick --output quick.json
              gaitway evaluate Datasets/labelled/manifest.csv --cross-validate user \\
                --json folds.json
              gaitway train Datasets/labelled/manifest.csv --figures folds.json \\
                --output model.json --force
              gaitway train Datasets/labelled/manifest.csv --reproducible \\
                --output same.json
            """)

    @OptionGroup(title: "Input") var input: ManifestArguments
    @OptionGroup var messages: QuietArguments
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
        if method.untested, method.adapt == nil { throw ValidationError("--untested needs --adapt") }
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
        training.movesUntested = method.untested
        training.tolerance = method.tolerance
        if !method.cases.isEmpty { training.sensorCases = method.cases }
        training.provenance = provenance
        return training
    }

    func run() async throws {
        let progress = TrainingProgress(isVerbose: result.verbose)
        let run = TrainingRun(self, words: GivenArguments.words)
        guard let trained = try await run.write(progress: progress.show) else { return }
        if result.output != OutputPlan.standardOutput {
            let width = TerminalWidth.columns
            try StandardOutput.print(
                method.adapt == nil
                    ? trained.text(file: result.output, width: width)
                    : trained.adaptationText(file: result.output, width: width))
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
