package import ActivityFeatures

extension TrainingWindows {
    /// The same windows with every feature missing for which `isMasked` holds.
    ///
    /// A feature that is missing throughout gets no weight, nor do its products, so a model of masked windows is one of
    /// a schema without the feature. Where a feature of the gyroscope is masked, the kernels of its signal are missing
    /// too.
    package func masking(_ isMasked: (Feature) -> Bool) -> TrainingWindows {
        let hasGyroscope = !FeatureSchema.motion.features.contains { $0.need == .gyroscope && isMasked($0) }
        let keeps = FeatureSchema.motion.features.map { !isMasked($0) }
        var masked = TrainingWindows()
        for index in classes.indices {
            let row = zip(keeps, row(index)).map { $0 ? $1 : .nan }
            let signals = haveSignals ? signals(index) : nil
            masked.append(
                row: row, signals: hasGyroscope ? signals : signals?.withoutRotation, class: classes[index],
                dataSet: dataSets[index], user: users[index])
        }
        return masked
    }
}
