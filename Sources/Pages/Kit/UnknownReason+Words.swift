package import ActivityRecognition

extension UnknownReason {
    /// Why there is no estimate, as the end of a sentence.
    package var words: String {
        switch self {
        case .gap: "no samples came"
        case .rateTooLow: "there are too few samples a second"
        case .noGravity: "gravity is missing"
        case .saturated: "the sensor is at the end of its range"
        case .deadSensor: "the sensor's readings do not change"
        case .farFromTraining: "it is unlike all that the model knows"
        case .tooShort: "there are too few samples yet"
        }
    }
}
