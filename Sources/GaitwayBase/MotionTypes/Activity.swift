// SPDX-License-Identifier: Apache-2.0
/// One of the five activities that are told apart.
///
/// The raw value is the word used in manifests, models and activity streams. ``ActivityClass`` adds "none of these" and
/// `Prediction` also "unknown". ``ActivityFlags`` hold several at once.
public enum Activity: String, CaseIterable, Sendable, Hashable {
    /// The phone does not move.
    case stationary
    /// On foot.
    case walking
    /// On foot, with a flight phase.
    case running
    /// On a bicycle.
    case cycling
    /// In a vehicle: car, bus, train, tram, metro, motorcycle.
    case automotive
}

extension ActivityFlags {
    /// The one way to move that the flags name; nil for rest, none and several.
    package var movement: Activity? {
        switch self {
        case .walking: .walking
        case .running: .running
        case .cycling: .cycling
        case .automotive: .automotive
        default: nil
        }
    }
}
