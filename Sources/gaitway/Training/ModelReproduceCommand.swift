// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway model reproduce`: trains a model again, and compares.
struct ModelReproduceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reproduce",
        abstract: "Trains a model again on the rides that it was trained on, and compares.",
        discussion: """
            The model file keeps the command and a hash of the rides. If the rides differ, the command names them and \
            ends with exit code 3. Otherwise it trains with the same options, name and date, and writes no file. The \
            exit code is 0 for the same bytes, and 1 for other bytes: the command then prints which numbers differ, \
            and by how much.

            A model that was trained with --reproducible gives the same bytes on every x86-64 processor with FMA \
            (since 2013). Any other model gives the same bytes with the same processor and OpenBLAS.

            EXAMPLES
              gaitway train Datasets/labelled/manifest.csv --output again.json
              gaitway model reproduce again.json Datasets/labelled/manifest.csv
            """)

    @Argument(help: ArgumentHelp("A model file, or default or open, which are built in.", valueName: "model"))
    var model: ModelName

    @Argument(help: ArgumentHelp("The manifest that it was trained on.", valueName: "manifest"), completion: .file())
    var manifest: String

    @Option(
        help: ArgumentHelp("The folder with the recordings. Default: the manifest's own folder.", valueName: "dir"),
        completion: .directory)
    var root: String?

    @OptionGroup var messages: QuietArguments

    func run() async throws {
        let bytes =
            try model.file.map { try FileBytes.read($0, remedy: "give \(file: .model)") } ?? model.load().json()
        let provenance = try ActivityModel(json: bytes, source: model.source).provenance
        let (command, trainedOn) = try origin(of: provenance)
        var input = command.input
        (input.manifest, input.root) = (manifest, root)
        let rides = try input.rides()
        let progress = TrainingProgress()
        if let difference = rides.difference(try rides.digest(progress: progress.show), from: trainedOn) {
            throw InputError(
                .unsupported, source: manifest,
                problem: "these are not the rides that \(model.text) was trained on: \(difference)",
                remedy: "give the manifest and the recordings that it was trained on")
        }
        let training = command.chosenTraining(
            name: command.result.name ?? "",
            provenance: Provenance(
                date: provenance.date, command: provenance.command, dataSets: [], windows: 0,
                figures: provenance.figures))
        let again = try await training.train(on: rides, progress: progress.show).model.json()
        guard let difference = try ModelDifference(bytes, again, source: model.source) else {
            return try StandardOutput.print("\(model.text): the same bytes\n")
        }
        try StandardOutput.print(
            "\(model.text): other bytes\n" + difference.text(width: TerminalWidth.columns)
                + (command.method.reproducible
                    ? ""
                    : "The model was trained without --reproducible: "
                        + "another processor or OpenBLAS changes the last digits.\n")
        )
        throw ExitCode(ExitStatus.failed)
    }

    /// The command that trained the model, and the rides that it was trained on.
    private func origin(of provenance: Provenance) throws(InputError) -> (TrainCommand, Provenance.Rides) {
        func refused(_ problem: String, _ remedy: Remedy) -> InputError {
            InputError(.unsupported, source: model.source, problem: problem, remedy: remedy)
        }
        if let adaptation = provenance.adaptations.last {
            throw refused(
                "the model was adapted on \(adaptation.date), which is not done again",
                "reproduce the model that it was adapted from, \(adaptation.base)")
        }
        guard let rides = provenance.rides else {
            throw refused(
                "the file does not state which rides the model was trained on; "
                    + "files of earlier versions and imported models do not",
                "train it again with gaitway train, which keeps a hash of the rides")
        }
        guard let command = TrainCommand(quoted: provenance.command) else {
            throw refused(
                "this version does not know the command that trained the model: \(provenance.command)",
                "use the version that trained it\(provenance.version.isEmpty ? "" : ", \(provenance.version)")")
        }
        return (command, rides)
    }
}
