// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TrainingWindows {
    /// The same windows with every feature missing for which `isMasked` holds.
    ///
    /// A feature that is missing throughout gets no weight, nor do its products, so a model of masked windows is one of
    /// a schema without the feature. Where a feature of the gyroscope is masked, the kernels of its signal are missing
    /// too.
    /// - Throws: `unreadable` if windows cannot be read again or kept.
    package func masking(_ isMasked: (Feature) -> Bool) throws(InputError) -> TrainingWindows {
        let hasGyroscope = !FeatureSchema.motion.features.contains { $0.need == .gyroscope && isMasked($0) }
        let keeps = FeatureSchema.motion.features.map { !isMasked($0) }
        var masked = TrainingWindows(memory: memory)
        var reader = Reader(self)
        var row: [Double] = []
        for index in classes.indices {
            try reader.read(index, into: &row)
            for (column, keeps) in keeps.enumerated() where !keeps { row[column] = .nan }
            let signals = haveSignals ? try reader.signals(index) : nil
            try masked.append(
                row: row, signals: hasGyroscope ? signals : signals?.withoutRotation, lines: lines[index],
                class: classes[index], dataSet: dataSets[index], user: users[index])
        }
        return masked
    }
}
