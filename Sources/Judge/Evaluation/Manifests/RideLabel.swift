package import MotionTypes

/// The activity of a ride that a manifest states.
///
/// A label is the truth, unlike an `Answer` with the same words: unknown is not an error, and the label holds the
/// activity itself.
package enum RideLabel: Sendable, Hashable, CaseIterable {
    /// One of the five activities, throughout.
    case activity(Activity)
    /// Moving, but none of the five.
    case noneOfThese
    /// Nothing that can be held against a recogniser: right is to say none or unknown.
    case unknown

    /// The five activities, none, unknown.
    package static let allCases: [RideLabel] =
        Activity.allCases.map(RideLabel.activity) + [.noneOfThese, .unknown]

    /// The activity, or nil for none and unknown.
    package var activity: Activity? {
        guard case .activity(let activity) = self else { return nil }
        return activity
    }

    /// The word used in manifests.
    package var name: String {
        switch self {
        case .activity(let activity): activity.rawValue
        case .noneOfThese: "none"
        case .unknown: "unknown"
        }
    }

    /// The label that a manifest calls `name`, or nil.
    package init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The label that a person's word names: one of ours, or a common word for it; nil for any other.
    package init?(annotation text: String) {
        let word = text.lowercased().split(separator: " ").first.map(String.init) ?? ""
        let synonyms: [String: Activity] = [
            "still": .stationary, "sit": .stationary, "sitting": .stationary, "stand": .stationary,
            "standing": .stationary, "walk": .walking, "run": .running, "jogging": .running, "bike": .cycling,
            "bicycle": .cycling, "biking": .cycling, "cycle": .cycling, "car": .automotive, "driving": .automotive,
            "drive": .automotive, "bus": .automotive, "train": .automotive, "tram": .automotive,
            "metro": .automotive, "subway": .automotive,
        ]
        guard let label = Self(name: word) ?? synonyms[word].map(Self.activity) else { return nil }
        self = label
    }
}
