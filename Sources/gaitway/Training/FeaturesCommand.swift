// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayWorkspace

/// `gaitway features`: labelled rides to a table of windows.
struct FeaturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "Writes the features of each window of labelled rides.",
        discussion: """
            Each window of 5.12 s is a row: recording, user, dataset, activity, sensor case, start_s, and each feature \
            by its name. A missing feature is an empty cell (CSV), null (Parquet), NaN (NPZ) or ? (ARFF). The guide's \
            page "Features of a window" has each feature's formula and unit.

            EXAMPLES
              gaitway features Datasets/labelled/manifest.csv --output features.csv
              gaitway features Datasets/labelled/manifest.csv --where user=ann \\
                --output features.npz
              gaitway features Datasets/labelled/manifest.csv --output features.parquet
            """)

    @OptionGroup(title: "Input") var input: ManifestArguments

    @Option(
        name: .customLong("case"),
        help: ArgumentHelp(
            "Convert the rides to this sensor case first: total, linear, slow or fast. Default: as they were recorded.",
            valueName: "case"))
    var sensorCase: SensorCase?

    @Option(
        help: ArgumentHelp(
            "The file. Its name ends in .csv, .parquet, .npz or .arff; - is CSV on standard output.",
            valueName: "file"))
    var output: String

    @OptionGroup var replacing: ForceArgument

    func validate() throws {
        guard format == nil else { return }
        throw ValidationError(
            "--output takes a file that ends in .csv, .parquet, .npz or .arff, not \(quoted: output)")
    }

    /// The format that the output's name asks for.
    private var format: FeatureFile? {
        output == OutputPlan.standardOutput ? .csv : FileName.ending(output).flatMap(FeatureFile.init(rawValue:))
    }

    func run() async throws {
        guard let format else { return }
        let rides = try input.rides()
        try replacing.check([output], reading: input.files(of: rides, and: []))
        let windows = try await rides.read(as: sensorCase, progress: TrainingProgress().show).windows
        try rides.refuseNothing(windows)
        guard output != OutputPlan.standardOutput else {
            var standard = StandardOutput()
            try format.write(windows) { try standard.write($0) }
            return try standard.flush()
        }
        let file = try OutputFile(path: output, replaces: replacing.force)
        try format.write(windows) { try file.write($0) }
        try file.commit()
    }
}
