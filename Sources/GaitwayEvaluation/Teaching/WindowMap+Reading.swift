// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// Reads the standardised features of windows that every phone gives.
struct FeatureReader {
    private static let places = FeatureSchema.motion.features.indices.filter {
        FeatureSchema.motion.features[$0].need == nil
    }

    private let windows: LabelledWindows
    private let standardizers: [SensorCase: Standardizer]
    /// That of windows that no case of the model serves.
    private let other: Standardizer?
    private var reader: TrainingWindows.Reader
    private var features: [Double] = []
    private(set) var row: [Double]

    var columns: Int { Self.places.count }

    init(_ windows: LabelledWindows, model: ActivityModel) {
        self.windows = windows
        standardizers = SensorCase.allCases.reduce(into: [:]) { $0[$1] = model.answering($1)?.standardizer }
        other = model.answering(.total)?.standardizer ?? model.cases.first?.standardizer
        reader = TrainingWindows.Reader(windows.training)
        row = [Double](repeating: 0, count: Self.places.count)
    }

    mutating func read(_ index: Int) throws(InputError) {
        try reader.read(index, into: &features)
        if let standardizer = windows.origins[index].sensorCase.flatMap({ standardizers[$0] }) ?? other {
            var elements = features.mutableSpan
            standardizer.transform(&elements)
        }
        for (column, place) in Self.places.enumerated() {
            row[column] = features[place].isFinite ? features[place] : 0
        }
    }
}

/// Finds the labels of windows from the spans of rows.
struct WindowLabels {
    private let rows: [[UInt8]: [ManifestRow]]
    /// Ends of spans are often rounded; this many seconds are forgiven.
    private static let tolerance = 0.001

    init(_ rows: [ManifestRow]) {
        self.rows = Dictionary(grouping: rows.filter { !$0.isUnlabelled }, by: \.recordingBytes)
    }

    /// The place of each window's label in `RideLabel.allCases`, or ``WindowMap/withoutLabel``.
    func labels(of windows: LabelledWindows) -> [UInt8] {
        let rowsOfRide = windows.rides.map { rows[$0.recordingBytes] ?? [] }
        let duration = Nanoseconds.product(WindowGrid.duration)
        return windows.origins.map { origin in
            let start = Nanoseconds.product(origin.start)
            let row = rowsOfRide[origin.ride].first { row in
                start >= (row.start ?? -.infinity) - Self.tolerance
                    && start + duration <= (row.end ?? .infinity) + Self.tolerance
            }
            return row.flatMap { RideLabel.allCases.firstIndex(of: $0.label) }.map { UInt8($0) }
                ?? WindowMap.withoutLabel
        }
    }
}
