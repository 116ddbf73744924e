// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// A file with a row for each window of labelled rides: the ride, the person, the data set, the label, where the window
/// begins, its sensor case, and each feature by its name.
package enum FeatureFile: String, CaseIterable, Sendable {
    /// A table with a header; a missing feature is an empty cell.
    case csv
    /// Arrays of NumPy, one for each column but the features, which are one array of two dimensions.
    case npz
    /// A relation of Weka; a missing feature is `?`.
    case arff
    /// A table of Apache Parquet; a missing feature is null.
    case parquet

    private static let columns = ["recording", "user", "dataset", "activity", "case", "start_s"]

    /// The cells of a window before its features, without the last, its start.
    private static func texts(_ origin: LabelledWindows.Origin, of windows: LabelledWindows) -> [String] {
        let ride = windows.rides[origin.ride]
        return [ride.recording, ride.user, ride.dataSet, ride.label.name, origin.sensorCase?.rawValue ?? ""]
    }

    private static func start(_ origin: LabelledWindows.Origin) -> Double { Double(origin.start) * 1e-9 }

    /// Writes the windows, piece by piece.
    ///
    /// - Throws: `InputError` `unreadable` if windows cannot be read again, and `limitExceeded` for more windows than
    ///   the format holds; what `take` throws.
    package func write(_ windows: LabelledWindows, _ take: ([UInt8]) throws -> Void) throws {
        switch self {
        case .csv:
            try take(Array(CSVText.record(Self.columns + FeatureSchema.motion.features.map(\.name)).utf8))
            try Self.rows(of: windows, missing: "", take) { texts in
                String(CSVText.record(texts).dropLast())
            }
        case .arff:
            try take(Array(Self.relation(of: windows).utf8))
            try Self.rows(of: windows, missing: "?", take) { texts in
                texts.map { $0.isEmpty ? "?" : Self.quoted($0) }.joined(separator: ",")
            }
        case .npz: try take(Self.archive(of: windows))
        case .parquet: try Self.table(of: windows, take)
        }
    }

    private static func table(of windows: LabelledWindows, _ take: ([UInt8]) throws -> Void) throws {
        var table = ParquetWriter(
            texts: Array(columns.dropLast()),
            numbers: columns.suffix(1) + FeatureSchema.motion.features.map(\.name))
        try windows.forEach { origin, row in
            try table.append(texts: texts(origin, of: windows), numbers: [start(origin)] + row, take)
        }
        try table.finish(take)
    }

    /// Writes a line for each window: its texts as `join` writes them, its start, and its features with as many digits
    /// as a number of 32 bits has.
    private static func rows(
        of windows: LabelledWindows, missing: String, _ take: ([UInt8]) throws -> Void, join: ([String]) -> String
    ) throws {
        try windows.forEach { origin, row in
            var line = join(texts(origin, of: windows)) + "," + DecimalText.text(start(origin), places: 2)
            for value in row { line += "," + (value.isNaN ? missing : Float(value).description) }
            try take(Array((line + "\n").utf8))
        }
    }

    private static func relation(of windows: LabelledWindows) -> String {
        let labels = Set(windows.rides.map(\.label.name)).sorted().joined(separator: ",")
        let cases = SensorCase.allCases.map(\.rawValue).joined(separator: ",")
        var text = "@relation gaitway-\(FeatureSchema.motion.name)\n\n"
        for (name, type) in zip(columns, ["string", "string", "string", "{\(labels)}", "{\(cases)}", "numeric"]) {
            text += "@attribute \(name) \(type)\n"
        }
        for feature in FeatureSchema.motion.features { text += "@attribute \(feature.name) numeric\n" }
        return text + "\n@data\n"
    }

    /// A text of a relation, between apostrophes unless it is a plain word.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte < 128
                && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                    || "-_./".utf8.contains(byte))
        }
        guard !isPlain else { return text }
        return "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    private static func archive(of windows: LabelledWindows) throws -> [UInt8] {
        let width = FeatureSchema.motion.count
        let words =
            windows.rides.lazy.flatMap { [$0.recording, $0.user, $0.dataSet, $0.label.name] }
            + SensorCase.allCases.map(\.rawValue)
        let longest = words.map(\.unicodeScalars.count).max() ?? 1
        guard windows.count <= (ZipWriter.limit - (1 << 20)) / (8 * (width + 1) + 20 * longest) else {
            throw InputError(
                .limitExceeded, problem: "\(windows.count) windows do not fit into arrays of NumPy in one archive",
                remedy: "choose fewer rides, or write CSV")
        }
        var archive = ZipWriter()
        for (column, name) in columns.dropLast().enumerated() {
            archive.add(name + ".npy", NumPyArray.of(windows.origins.map { texts($0, of: windows)[column] }))
        }
        archive.add("start_s.npy", NumPyArray.of(windows.origins.map(start)))
        archive.add("feature_names.npy", NumPyArray.of(FeatureSchema.motion.features.map(\.name)))
        var bytes = NumPyArray.header(type: "'<f8'", shape: [windows.count, width])
        bytes.reserveCapacity(bytes.count + 8 * width * windows.count)
        try windows.forEach { _, row in for value in row { NumPyArray.append(value.bitPattern, to: &bytes) } }
        archive.add("features.npy", bytes)
        return archive.finished()
    }
}

extension LabelledWindows {
    /// Reads the features of all windows, one after the other.
    fileprivate func forEach(_ body: (Origin, [Double]) throws -> Void) throws {
        var reader = TrainingWindows.Reader(training)
        var row: [Double] = []
        for (index, origin) in origins.enumerated() {
            try reader.read(index, into: &row)
            try body(origin, row)
        }
    }
}
