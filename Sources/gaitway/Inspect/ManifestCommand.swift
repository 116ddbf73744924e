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
        try await result.taking(reading: LogFiles.inputs(of: logs)) { try write(logs, search.faults, place) }
    }

    private func write(_ logs: [FoundLog], _ faults: [InputError], _ place: ManifestPlace) throws {
        var output = StandardOutput()
        let writer = ManifestWriter()
        try output.write(writer.header)
        Diagnostics.errors(faults)
        var failed = !faults.isEmpty
        let dividers = NamedActivity.dividers(in: logs.map(\.name))
        var guesses = ManifestGuesses()
        for log in logs {
            do {
                let reader = try RecordingReader(log, options: input.reading.options)
                var batch = SampleBatch()
                while try reader.next(into: &batch) {}
                let columns = try LabelColumns(log)
                var person = user
                if person == nil, columns?.user == nil,
                    let folder = NamedActivity.person(path: log.name, below: input.logs)
                {
                    guesses.add(person: folder)
                    person = folder
                }
                let rides = AnnotatedRides(
                    log: log.name, reader: reader, activity: activity, columns: columns, user: person, except: dividers)
                guesses.add(rides)
                for var row in rides.rows {
                    row.recording = place.path(of: row.recording)
                    try output.write(writer.line(row))
                }
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        try output.flush()
        for line in guesses.lines { Diagnostics.note(line) }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }
}
