import ActivityRecognition
import ArgumentParser
import DefaultModel
import Evaluation
import MotionTypes

/// `gaitway model reproduce`: trains a model again, and compares.
struct ModelReproduceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reproduce",
        abstract: "Trains a model again on the rides that it was trained on, and compares.",
        discussion: """
            Reads the command and the hash of the rides that the model keeps. Where the rides are others, it says which, as far as hashes \
            tell, and the exit code is 3. Else it trains with the same options, name and date, and writes nothing. The exit code is 0 for \
            the same bytes, and 1 for others; then it says which numbers differ and by how much.

            A model that was trained with --reproducible gives the same bytes on every x86-64 processor with FMA, which are those since \
            2013. One that was not gives them where the processor and OpenBLAS are the same.

            EXAMPLES
              gaitway model reproduce model.json manifest.csv --root rides
            """)

    @Argument(help: ArgumentHelp("A model file; default is the built-in model.", valueName: "model"))
    var model: ModelName

    @Argument(help: ArgumentHelp("The manifest that it was trained on.", valueName: "manifest"))
    var manifest: String

    @Option(
        help: ArgumentHelp("The folder with the recordings; the manifest's own folder if not given.", valueName: "dir")
    )
    var root: String?

    func run() async throws {
        let bytes = try model.file.map { try FileBytes.read($0) } ?? DefaultModel.load().json()
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
            name: command.name ?? "",
            provenance: Provenance(
                date: provenance.date, command: provenance.command, dataSets: [], windows: 0,
                figures: provenance.figures))
        let again = try await training.train(on: rides, progress: progress.show).model.json()
        guard let difference = try ModelDifference(bytes, again, source: model.source) else {
            return try StandardOutput.print("\(model.text): the same bytes\n")
        }
        try StandardOutput.print(
            "\(model.text): other bytes\n" + difference.text(width: TerminalWidth.columns)
                + (command.reproducible
                    ? ""
                    : "The model was trained without --reproducible: another processor or OpenBLAS gives other last digits.\n")
        )
        throw ExitCode(ExitStatus.failed)
    }

    /// The command that trained the model, and the rides that it was trained on.
    private func origin(of provenance: Provenance) throws(InputError) -> (TrainCommand, Provenance.Rides) {
        func refused(_ problem: String, _ remedy: String) -> InputError {
            InputError(.unsupported, source: model.source, problem: problem, remedy: remedy)
        }
        if let adaptation = provenance.adaptations.last {
            throw refused(
                "the model was adapted on \(adaptation.date), which is not done again",
                "reproduce the model that it was adapted from, \(adaptation.base)")
        }
        guard let rides = provenance.rides else {
            throw refused(
                "the file does not say which rides the model was trained on, as those of earlier versions and imported ones do not",
                "train it again with gaitway train, which keeps a hash of the rides")
        }
        guard let command = TrainCommand(quoted: provenance.command) else {
            throw refused(
                "the command that trained the model is none that this version knows: \(provenance.command)",
                "use the version that trained it" + (provenance.version.isEmpty ? "" : ", \(provenance.version)"))
        }
        return (command, rides)
    }
}
