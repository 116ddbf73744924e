// SPDX-License-Identifier: Apache-2.0
/// What a model predicts of a window, or a report's flags as one word: one of the five activities, none of them, or
/// unknown.
///
/// A model has probabilities of each ``ActivityClass``, but not of unknown. The raw value is the column of confusion
/// matrices, and that of a class the class's own. For a ride with a known activity, the last two are errors.
package enum Prediction: Int, CaseIterable, Sendable, Hashable {
    case stationary
    case walking
    case running
    case cycling
    case automotive
    case noneOfThese
    case unknown

    /// The prediction of a class.
    package init(_ activityClass: ActivityClass) {
        switch activityClass {
        case .stationary: self = .stationary
        case .walking: self = .walking
        case .running: self = .running
        case .cycling: self = .cycling
        case .automotive: self = .automotive
        case .noneOfThese: self = .noneOfThese
        }
    }

    /// The prediction of an activity.
    package init(_ activity: Activity) { self.init(ActivityClass(activity)) }

    /// What a report's flags say. Automotive with stationary is automotive (a car at a red light); no flag means none.
    /// Other pairs count as the first of automotive, cycling, running, walking, stationary.
    package init(_ flags: ActivityFlags) {
        if flags.contains(.unknown) {
            self = .unknown
        } else {
            let order: [Activity] = [.automotive, .cycling, .running, .walking, .stationary]
            self = order.first { flags.contains(ActivityFlags($0)) }.map(Prediction.init) ?? .noneOfThese
        }
    }

    /// Whether it is one of the five activities.
    package var isActivity: Bool { self != .noneOfThese && self != .unknown }

    /// Whether it is one of the four activities that move.
    package var isMoving: Bool { isActivity && self != .stationary }

    /// The word used in reports: a class's, or `unknown`.
    package var name: String { ActivityClass(rawValue: rawValue)?.name ?? "unknown" }
}

extension Activity {
    /// The activity's row and column, 0 to 4, in the order of ``ActivityClass``.
    package var index: Int { ActivityClass(self).rawValue }
}
