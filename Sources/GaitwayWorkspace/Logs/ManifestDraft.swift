// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
package import GaitwayRecognition

/// A manifest of logs, with labels from what is stated, from annotations and from names.
package struct ManifestDraft {
    /// Where it lies, which its paths begin from.
    package let place: ManifestPlace
    /// The activity of all logs; nil for that of their annotations or names.
    package let activity: String?
    /// The person of all logs; nil for that of their columns or folders.
    package let user: String?
    /// The paths in which the logs were searched.
    package let roots: [String]

    package init(place: ManifestPlace, activity: String?, user: String?, roots: [String]) {
        self.place = place
        self.activity = activity
        self.user = user
        self.roots = roots
    }

    /// Prints the rows of logs, and notes on what was guessed.
    ///
    /// - Returns: whether each log could be read.
    package func write(_ logs: [FoundLog], options: LogOptions) throws -> Bool {
        var output = StandardOutput()
        let writer = ManifestWriter()
        try output.write(writer.header)
        var isWhole = true
        let dividers = NamedActivity.dividers(in: logs.map(\.name))
        var guesses = ManifestGuesses()
        for log in logs {
            do {
                let reader = try RecordingReader(log, options: options)
                var batch = SampleBatch()
                while try reader.next(into: &batch) {}
                let columns = try LabelColumns(log)
                var person = user
                if person == nil, columns?.user == nil, let folder = NamedActivity.person(path: log.name, below: roots)
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
                isWhole = false
            }
        }
        try output.flush()
        for line in guesses.lines { Diagnostics.note(line) }
        return isWhole
    }
}
