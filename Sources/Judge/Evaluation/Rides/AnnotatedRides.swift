import MotionTypes
package import SensorLogs

/// The rows of a manifest that a log's own annotations give.
package struct AnnotatedRides: Sendable {
    /// One for each annotation that names an activity; a single one of unknown label if there is none.
    package let rows: [ManifestRow]

    /// The rows of a log that was read to its end.
    package init(log: String, reader: RecordingReader) {
        let end = Nanoseconds.product(reader.end.wholeNanoseconds)
        let acceleration =
            reader.header.sensors.contains(.acceleration)
            ? LogOptions.Acceleration.total : .linear
        func row(_ label: RideLabel, mode: String, from: Double, to: Double) -> ManifestRow {
            var row = ManifestRow(recording: log, label: label)
            // A log does not tell whose it is: the column is left for a person to fill in.
            row.user = ""
            row.device = reader.header.device ?? ""
            row.mode = mode
            row.start = (from * 1000).rounded() / 1000
            row.end = (to * 1000).rounded() / 1000
            row.logger = reader.header.logger.rawValue
            // Readers give m/s²; the unit of the file is found again when it is read.
            row.acceleration = acceleration == .linear ? acceleration.rawValue : ""
            return row
        }
        let labelled = reader.annotations.compactMap { annotation in
            RideLabel(annotation: annotation.text).map { (annotation, $0) }
        }
        guard !labelled.isEmpty else {
            rows = [row(.unknown, mode: "unlabelled", from: 0, to: max(end, 0.001))]
            return
        }
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
