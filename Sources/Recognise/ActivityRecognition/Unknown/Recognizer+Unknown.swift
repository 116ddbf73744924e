extension Recognizer {
    /// Why the model could not serve a log at all; nil if it could.
    package func whyUnknown(with model: ActivityModel) -> String? {
        guard windows > 0, unknownWindows.values.reduce(0, +) == windows,
            let reason = unknownWindows.max(by: { $0.value < $1.value })?.key
        else { return nil }
        let rates = SensorCase.allCases.compactMap { model[$0]?.sensorCase.minimumRate }
        let least = rates.min().map { " (\($0) or more)" } ?? ""
        return switch reason {
        case .rateTooLow: "the log has fewer samples a second than the model serves\(least)"
        case .noGravity: "the log has linear acceleration only, which the model does not serve"
        case .tooShort: "the log is shorter than one window of 5.12 s"
        case .gap: "the log has a gap of more than half a second in every 5.12 s"
        case .saturated: "the accelerometer's readings stand at the end of its range"
        case .deadSensor: "the accelerometer's readings do not change"
        case .farFromTraining: "the motion is unlike all that the model was trained on"
        }
    }
}
