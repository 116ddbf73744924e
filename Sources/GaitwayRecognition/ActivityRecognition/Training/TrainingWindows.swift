// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Labelled windows to train on: a row of features each, with its class and where it comes from.
///
/// Features and signals of many windows are in files without a name, so that memory hardly grows with the windows.
package struct TrainingWindows: Sendable {
    package private(set) var classes: [ActivityClass] = []
    /// The data set of each window, as an index of the caller's.
    package private(set) var dataSets: [Int] = []
    /// The person of each window, as an index of the caller's, of its own for each data set; without a person, that of
    /// the recording.
    package private(set) var users: [Int] = []
    /// The sensors that each window's features have values of.
    private(set) var sensors: [Feature.Needs] = []
    /// Whether each window has a rotation rate among its signals.
    private(set) var haveRotation: [Bool] = []
    package private(set) var lines: [EngineLines] = []

    /// The features of all windows; NaN is missing.
    private var rows: ScratchRecords<Double>
    /// The signals of the windows, for random kernels, up to the first window without.
    private var signals: ScratchRecords<Int16>

    var haveSignals: Bool { signals.count == count && count > 0 }

    /// How many windows there are.
    package var count: Int { classes.count }

    /// The bytes of features, of signals and of what a fit adds to them, that memory holds before a file does.
    var memory: Int { rows.memory }

    /// No windows; `memory` is how many bytes of features, and of signals, memory holds before files do.
    package init(memory: Int = ScratchRecords<Double>.standardMemory) {
        rows = ScratchRecords(length: FeatureSchema.motion.count, memory: memory)
        signals = ScratchRecords(length: QuantizedSignals.count, memory: memory)
    }

    /// Adds a window, whose row has the schema's count of features. Models of windows without signals have no kernels.
    ///
    /// - Throws: `unreadable` if it cannot be kept, as on a full disk.
    package mutating func append(
        row: some Collection<Double>, signals own: QuantizedSignals? = nil, lines: EngineLines = .missing,
        class activityClass: ActivityClass, dataSet: Int, user: Int
    ) throws(InputError) {
        // Its type is not known here, and a loop over it would be slow.
        let row = Array(row)
        precondition(row.count == FeatureSchema.motion.count, "a row has a value per feature")
        try rows.append(row)
        if let own, signals.count == count { try signals.append(own.values) }
        haveRotation.append(own?.hasRotation ?? false)
        self.lines.append(lines)
        var present: Feature.Needs = []
        for (need, value) in zip(Self.needs, row) where !value.isNaN { present.formUnion(need) }
        sensors.append(present)
        classes.append(activityClass)
        dataSets.append(dataSet)
        users.append(user)
    }

    /// The sensor that each feature needs.
    private static let needs = FeatureSchema.motion.features.map { $0.need?.asNeeds ?? [] }

    /// A number for the windows of one class in one data set.
    func cell(of index: Int) -> Int { dataSets[index] * ActivityClass.allCases.count + classes[index].rawValue }

    /// The features of one window. A ``Reader`` is faster for many.
    ///
    /// - Throws: `unreadable` if they cannot be read again.
    package func row(_ index: Int) throws(InputError) -> [Double] {
        var row: [Double] = []
        try rows.read(index..<index + 1, into: &row)
        return row
    }

    /// The signals of one window; at rest where not all windows have signals.
    ///
    /// - Throws: `unreadable` if they cannot be read again.
    package func signals(_ index: Int) throws(InputError) -> QuantizedSignals {
        guard haveSignals else { return QuantizedSignals() }
        var values: [Int16] = []
        try signals.read(index..<index + 1, into: &values)
        return QuantizedSignals(values: values, hasRotation: haveRotation[index])
    }
}

extension TrainingWindows {
    /// Reads windows one after the other.
    package struct Reader {
        private let windows: TrainingWindows
        private var rows: ScratchRecords<Double>.Reader
        private var signals: ScratchRecords<Int16>.Reader

        /// A reader of windows that do not change meanwhile.
        package init(_ windows: TrainingWindows) {
            self.windows = windows
            rows = ScratchRecords.Reader(windows.rows)
            signals = ScratchRecords.Reader(windows.signals)
        }

        /// Replaces `row` by the features of a window.
        ///
        /// - Throws: `unreadable` if they cannot be read again.
        package mutating func read(_ index: Int, into row: inout [Double]) throws(InputError) {
            let place = try rows.place(of: index)
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: rows.elements[place])
        }

        /// The signals of a window; at rest where not all windows have signals.
        ///
        /// - Throws: `unreadable` if they cannot be read again.
        package mutating func signals(_ index: Int) throws(InputError) -> QuantizedSignals {
            guard windows.haveSignals else { return QuantizedSignals() }
            let place = try signals.place(of: index)
            return QuantizedSignals(values: signals.elements[place], hasRotation: windows.haveRotation[index])
        }
    }
}
