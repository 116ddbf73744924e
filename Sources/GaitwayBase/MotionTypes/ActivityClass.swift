// SPDX-License-Identifier: Apache-2.0
/// The classes of a model: the five activities, and "moving, but none of these". Unknown is not a class but an
/// `Prediction`.
///
/// The raw value is the index of the class in every probability vector, in the order of
/// ``ActivityProbabilities``.
public enum ActivityClass: Int, CaseIterable, Sendable, Hashable {
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
    /// Moving, but none of the five.
    case noneOfThese

    /// The class of an activity.
    public init(_ activity: Activity) {
        switch activity {
        case .stationary: self = .stationary
        case .walking: self = .walking
        case .running: self = .running
        case .cycling: self = .cycling
        case .automotive: self = .automotive
        }
    }

    /// The activity; nil for ``noneOfThese``.
    public var activity: Activity? { Activity(rawValue: name) }

    /// The word used in files: an activity's, or `none`.
    public var name: String {
        switch self {
        case .stationary: "stationary"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "cycling"
        case .automotive: "automotive"
        case .noneOfThese: "none"
        }
    }

    /// The class with this word in files, or nil.
    package init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
