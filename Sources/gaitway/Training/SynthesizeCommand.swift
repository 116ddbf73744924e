import ArgumentParser
import FileWriting
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
              gaitway synthesize --output rides/ --seed 7 --force
            """)

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var output: String

    @OptionGroup var replacing: ForceArgument

    @Option(help: ArgumentHelp("The seed; another seed gives other rides.", valueName: "n"))
    var seed: UInt64 = SampleRides.defaultSeed

    func run() throws {
        let files = SampleRides.files(seed: seed)
        try OutputFolder.check(output)
        var plan = OutputPlan(inputs: InputFiles())
        // What lies in a folder that is still to be made does not exist.
        for file in files where FileIdentity(path: folder(of: output + "/" + file.path)) != nil {
            try plan.add(output + "/" + file.path, replaces: replacing.force)
        }
        let progress = ProgressLine("writing files", of: files.count)
        for (index, file) in files.enumerated() {
            let path = output + "/" + file.path
            try OutputFolder.create(folder(of: path))
            try OutputFile.save(file.bytes, to: path, replaces: replacing.force)
            progress.show(index + 1)
        }
        progress.clear()
    }

    private func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
