// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension LabelledWindows {
    /// All windows as one array of records in NumPy's format (NPY 1.0), little-endian: what training has of each.
    ///
    /// `ride` counts the rides; one that is read in two ways counts twice; `learns` says whether a window is of the
    /// sensor case that is learnt; `speed` and missing features are NaN; `signals` are the four signals of 128 points
    /// in quanta.
    /// - Throws: `unreadable` if windows cannot be read again.
    package func table(of sensorCase: SensorCase) throws(InputError) -> [UInt8] {
        let width = FeatureSchema.motion.count
        let fields = [
            "('ride', '<i4')", "('number', '<i8')", "('start', '<i8')", "('speed', '<f8')", "('learns', '|u1')",
            "('has_rotation', '|u1')", "('features', '<f8', (\(width),))",
            "('signals', '<i2', (\(MotionSignal.allCases.count), \(WindowGrid.count)))",
        ]
        var bytes = NumPyArray.header(type: "[" + fields.joined(separator: ", ") + "]", shape: [count])
        func append(_ number: some FixedWidthInteger) { NumPyArray.append(number, to: &bytes) }
        bytes.reserveCapacity(bytes.count + count * (30 + 8 * width + 2 * QuantizedSignals.count))
        var reader = TrainingWindows.Reader(training)
        var row: [Double] = []
        for (index, origin) in origins.enumerated() {
            let signals = try reader.signals(index)
            try reader.read(index, into: &row)
            append(Int32(truncatingIfNeeded: origin.ride))
            append(Int64(origin.number))
            append(origin.start)
            append((origin.speed ?? .nan).bitPattern)
            append(UInt8(origin.sensorCase.map(sensorCase.learnt.contains) == true ? 1 : 0))
            append(UInt8(signals.hasRotation ? 1 : 0))
            for value in row { append(value.bitPattern) }
            for value in signals.values { append(value) }
        }
        return bytes
    }
}

extension LabelledRides {
    /// The windows of all rides that can be read, made into a sensor case, as NumPy reads them.
    ///
    /// - Throws: as reading them does.
    package func windowTable(
        of sensorCase: SensorCase, progress: (WorkProgress) throws -> Void
    ) async throws -> [UInt8] {
        try await read(as: sensorCase, progress: progress).windows.table(of: sensorCase)
    }
}
