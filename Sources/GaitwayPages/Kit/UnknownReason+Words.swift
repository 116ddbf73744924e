// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension UnknownReason {
    /// The reason for a missing estimate, as a clause.
    package var words: String {
        switch self {
        case .gap: "no samples arrived"
        case .rateTooLow: "the sample rate is too low"
        case .noGravity: "gravity is missing"
        case .saturated: "the sensor is at the limit of its range"
        case .deadSensor: "the sensor's readings do not change"
        case .farFromTraining: "the motion is unlike the training data"
        case .tooShort: "there are too few samples yet"
        case .handled: "a hand turns the phone"
        }
    }
}
