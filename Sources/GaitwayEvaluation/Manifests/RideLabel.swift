// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayTimeline

/// The activity of a ride that a manifest states.
///
/// A label is the truth, unlike an `Prediction` with the same words: unknown is not an error, and the label holds the
/// activity itself.
package enum RideLabel: Sendable, Hashable, CaseIterable {
    case activity(Activity)
    /// Moving, but none of the five.
    case noneOfThese
    /// Nothing that can be held against a recogniser: right is to say none or unknown.
    case unknown

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

    package init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The label that a person's note names by all of its words, or by the first; nil for any other.
    package init?(annotation text: String) {
        let first = text.split(separator: " ").first.map(String.init) ?? ""
        guard let label = Self(word: text) ?? Self(word: first) else { return nil }
        self = label
    }

    /// The label that a common word for an activity names: one of ours, or a word of apps and maps; nil for any other.
    package init?(word: String) {
        let word = word.lowercased()
        if let label = Self(name: word) ?? Self.synonyms[word] {
            self = label
            return
        }
        // "Moving" may be any of the five.
        guard word != "moving", let flags = ActivityWords.flags(word), flags != .unknown else { return nil }
        self = Activity.allCases.first { ActivityFlags($0) == flags }.map(Self.activity) ?? .noneOfThese
    }

    /// The mode that a word for this label states, `tram` for automotive; empty for the label's own name.
    package func mode(ofWord word: String) -> String {
        let word = word.trimmingBlanks.lowercased()
        return word == name ? "" : word
    }

    /// Words that apps do not use. A person who ends a label notes "unlabelled"; a manifest's row with that mode is
    /// neither trained on nor scored.
    private static let synonyms: [String: RideLabel] = {
        var table: [String: RideLabel] = ["unlabelled": .unknown]
        for (activity, words) in groups {
            for word in words.split(whereSeparator: \.isWhitespace) { table[String(word)] = .activity(activity) }
        }
        return table
    }()

    /// English; then German, French, Spanish, Italian, Dutch and Portuguese. Words of two meanings are left out, such
    /// as laufen (walk, run), auto (car, automatic) and marcha.
    private static let groups: [(Activity, String)] = [
        (.stationary, "sit sitting stand standing rest"),
        (.stationary, "stehen stehend sitzen sitzend stillstand assis debout immobile sentado sentada seduto zitten"),
        (.running, "jog"), (.running, "joggen rennen courir corriendo correr correndo correre hardlopen"),
        (.walking, "gehen spazieren spaziergang marcher caminar caminando caminata camminare camminata wandelen"),
        (.walking, "caminhar caminhada"),
        (.cycling, "bike cycle"),
        (.cycling, "fahrrad radfahren vélo bicicleta bicicletta fietsen fiets"),
        (.automotive, "drive subway"),
        (
            .automotive,
            "autofahren straßenbahn strassenbahn zugfahrt busfahrt voiture métro autobús treno trein tramway"
        ),
    ]
}
