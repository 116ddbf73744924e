// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayWorkspace

/// `gaitway manifest`: a manifest to start from.
struct ManifestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest",
        abstract: "Writes a manifest of logs, with labels from their annotations and names.",
        discussion: """
            Each annotation that names an activity begins a labelled span, and so does each run of rows with one \
            activity in a column such as activity or label. A log without either gets the activity that its name or a \
            folder around it names: walking/3.csv, Bus_3.csv. --activity states it instead. A column such as user or \
            subject gives the person, and so does the folder of ann/walking.csv; --user states it. The command prints \
            what it guessed. Paths fit the folder that the manifest is written to. A log without any of these gets the \
            label unknown and the mode unlabelled. Such a row stays out of training until you fill in the label.

            EXAMPLES
              gaitway manifest Datasets/bike --output bike.csv
              gaitway manifest Datasets/car --activity car --user david > car.csv
              gaitway manifest Datasets/labelled/ann-*.csv --output ann.csv
              gaitway train ann.csv --output ann-model.json
            """)

    @OptionGroup var input: LogArguments
    @OptionGroup var messages: QuietArguments

    @Option(
        help: ArgumentHelp(
            "What the person did in all of these logs, such as walking or bus. Default: annotations, else names.",
            valueName: "activity"), completion: .list(Activity.allCases.map(\.rawValue)))
    var activity: String?

    @Option(
        help: ArgumentHelp(
            "The person who carried the phone in all of these logs. Default: the logs' own column, else folders.",
            valueName: "name"))
    var user: String?

    @OptionGroup var result: ResultArguments

    func validate() throws {
        try result.check(endings: "csv")
        guard let activity, RideLabel(word: activity) == nil else { return }
        throw ValidationError(
            "--activity takes stationary, walking, running, cycling, automotive, none or a word such as bus, "
                + "not \(quoted: activity)")
    }

    func run() async throws {
        let search = try input.search()
        let place = ManifestPlace(result.output)
        let logs = search.logs.filter { !place.isOutput($0) }
        let draft = ManifestDraft(place: place, activity: activity, user: user, roots: input.logs)
        try await result.taking(reading: LogFiles.inputs(of: logs)) {
            Diagnostics.errors(search.faults)
            let isWhole = try draft.write(logs, options: input.reading.options)
            if !isWhole || !search.faults.isEmpty { throw ExitCode(ExitStatus.badInput) }
        }
    }
}
