// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// The rows of a manifest that a log gives: by its columns, its annotations, or its name.
package struct AnnotatedRides: Sendable {
    /// One for each annotation or run of rows that names an activity; else a single one, of unknown label if nothing
    /// names one.
    package let rows: [ManifestRow]
    /// The name that gave the label; nil where it comes from annotations, from the caller or from nowhere.
    package let named: NamedActivity?

    /// The rows of a log that was read to its end.
    ///
    /// - Parameters:
    ///   - activity: a word for what the person did throughout, whatever annotations and names say.
    ///   - columns: what the log's own table says.
    ///   - user: the person, if it is known.
    ///   - words: words of names that are not read, in lower case.
    package init(
        log: String, reader: RecordingReader, activity: String? = nil, columns: LabelColumns? = nil,
        user: String? = nil, except words: Set<String> = []
    ) {
        let end = Nanoseconds.product(reader.end.wholeNanoseconds)
        let acceleration =
            reader.header.sensors.contains(.acceleration)
            ? LogOptions.Acceleration.total : .linear
        func row(_ label: RideLabel, mode: String, from: Double, to: Double) -> ManifestRow {
            var row = ManifestRow(recording: log, label: label)
            // Where nothing tells whose it is, the column is left for a person to fill in.
            row.user = user ?? columns?.user ?? ""
            row.device = reader.header.device ?? ""
            row.mode = mode
            row.start = (from * 1000).rounded() / 1000
            row.end = (to * 1000).rounded() / 1000
            row.logger = reader.header.logger.rawValue
            // Readers give m/s²; the unit of the file is found again when it is read.
            row.acceleration = acceleration == .linear ? acceleration.rawValue : ""
            return row
        }
        if let activity, let label = RideLabel(word: activity) {
            named = nil
            rows = [row(label, mode: label.name == activity ? "" : activity, from: 0, to: max(end, 0.001))]
            return
        }
        let spans = (columns?.spans ?? []).compactMap { span in
            RideLabel(annotation: span.word.replacing("_", with: " ")).map { (span, $0) }
        }
        guard spans.isEmpty else {
            named = nil
            rows = spans.compactMap { span, label in
                let (from, to) = (span.start * end, span.end * end)
                return to - from >= 0.001 ? row(label, mode: label.mode(ofWord: span.word), from: from, to: to) : nil
            }
            return
        }
        let labelled = reader.annotations.compactMap { annotation in
            RideLabel(annotation: annotation.text).map { (annotation, $0) }
        }
        guard !labelled.isEmpty else {
            let name = NamedActivity(path: log, except: words)
            let mode = name.map { $0.label.name == $0.word ? "" : $0.word }
            named = name
            rows = [row(name?.label ?? .unknown, mode: mode ?? "unlabelled", from: 0, to: max(end, 0.001))]
            return
        }
        named = nil
        rows = labelled.indices.compactMap { index in
            let (annotation, label) = labelled[index]
            // An annotation without a time names the whole recording.
            let from = annotation.elapsed.map { max(0, Nanoseconds.product($0.wholeNanoseconds)) } ?? 0
            let next =
                labelled.dropFirst(index + 1).first?.0.elapsed.map { Nanoseconds.product($0.wholeNanoseconds) } ?? end
            return next - from >= 0.001 ? row(label, mode: annotation.text, from: from, to: next) : nil
        }
    }
}
