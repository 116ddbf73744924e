// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayWorkspace

/// One `gaitway train`: from its words to the model file. The command and a server that trains for a page share it, so
/// that both write the same bytes.
///
/// The model file keeps the command without the folders of one machine, without `--root` and `--force`, the day by the
/// wall clock, and a hash of the rides.
struct TrainingRun {
    /// The words behind `gaitway`; the first is `train`.
    let words: [String]
    private let command: TrainCommand

    /// The run of a command that was parsed from `words`.
    init(_ command: TrainCommand, words: [String]) {
        self.command = command
        self.words = words
    }

    /// The run that a person would start for the same model.
    ///
    /// - Throws: the parser's error for a condition without an equals sign.
    init(_ order: TrainingOrder) throws {
        // A path that begins with a hyphen would read as an option.
        var words = ["train", order.manifest.hasPrefix("-") ? "./" + order.manifest : order.manifest]
        words.append("--root=" + order.root)
        words += order.conditions.map { "--where=" + $0 }
        if order.adaptsBuiltIn { words.append("--adapt=default") }
        words += ["--output=" + order.output, "--name=" + order.name, "--force"]
        try self.init(TrainCommand.parse(Array(words.dropFirst())), words: words)
    }

    /// The command as a page shows it and the model file keeps it.
    ///
    /// - Throws: `InputError` for a model to adapt that cannot be read, as its name is part of the new one's.
    func quoted() throws -> String { quoted(name: try name(of: command.method.adapt?.load())) }

    private func quoted(name: String) -> String {
        // The same rides give the same bytes, whatever the file is called.
        GivenArguments(of: TrainCommand.self, in: words).quoted(
            TrainCommand.words, defaults: ["--name": name],
            fixed: command.method.reproducible ? ["--output": "model.json"] : [:])
    }

    private func name(of base: ActivityModel?) -> String {
        command.result.name ?? base.map { $0.name + "-adapted" } ?? "custom-1"
    }

    /// Trains or adapts, and writes the file; with `--windows-only` it writes the windows, and there is no model.
    ///
    /// A model whose fits did not converge is written, too.
    ///
    /// - Parameter progress: is told how far the work has come. What it throws ends the work, and no file is written.
    /// - Throws: `InputError` and `OutputError` for what cannot be read, learnt from or written.
    func write(progress: @Sendable (WorkProgress) throws -> Void) async throws -> ModelTraining.Result? {
        let (method, result) = (command.method, command.result)
        let base = try method.adapt?.load()
        let name = name(of: base)
        let evaluated = try result.figures.map { file in
            try EvaluationFigures.read(FileBytes.read(file, remedy: "give \(file: .crossValidation)"), source: file)
        }
        var training = command.chosenTraining(
            name: name,
            provenance: Provenance(
                date: Today.date, command: quoted(name: name), dataSets: [], windows: 0, figures: evaluated ?? [:]))
        let rides = try command.input.rides()
        try result.replacing.check(
            [result.output], reading: command.input.files(of: rides, and: [result.figures, method.adapt?.file]))
        if result.windowsOnly, let sensorCase = method.cases.first {
            let table = try await rides.windowTable(of: sensorCase, progress: progress)
            try ResultFiles.save(table, to: result.output, replaces: result.replacing.force)
            return nil
        }
        training.rival = try DefaultModel.load()
        let trained =
            if let base {
                try await training.adapt(
                    base, to: rides, moving: method.quick ? .intercepts : .weights, progress: progress)
            } else {
                try await training.train(on: rides, progress: progress)
            }
        try ResultFiles.save(trained.model.json(), to: result.output, replaces: result.replacing.force)
        return trained
    }
}
