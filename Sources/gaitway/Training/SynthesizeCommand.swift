import ArgumentParser
import RideSynthesis

/// `gaitway synthesize`: synthetic rides.
struct SynthesizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "synthesize",
        abstract: "Writes synthetic rides, with a manifest of what is done when.",
        discussion: """
            The rides come from a physical model of walker, runner, bicycle and car; they are for trying things out, not for judging a model.

            EXAMPLES
              gaitway synthesize --output rides/
              gaitway synthesize --output rides/ --seed 7
            """)

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var output: String

    @Option(help: ArgumentHelp("The seed; another seed gives other rides.", valueName: "n"))
    var seed: UInt64 = SampleRides.defaultSeed

    func run() throws {
        let files = SampleRides.files(seed: seed)
        let progress = ProgressLine("writing files", of: files.count)
        for (index, file) in files.enumerated() {
            let path = output + "/" + file.path
            if let slash = path.lastIndex(of: "/") { try OutputFolder.create(String(path[..<slash])) }
            try StandardOutput.save(file.bytes, to: path)
            progress.show(index + 1)
        }
        progress.finish()
    }
}
