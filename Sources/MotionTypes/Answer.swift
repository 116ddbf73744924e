/// What a recogniser says of a window, or a report's flags as one word: one of the five activities, none of them, or that it cannot
/// tell.
///
/// It is an ``ActivityClass`` or unknown: a model has probabilities of the former alone. The raw value is the column of confusion
/// matrices. For a ride whose activity is known the last two are errors.
package enum Answer: Int, CaseIterable, Sendable, Hashable {
    case stationary
    case walking
    case running
    case cycling
    case automotive
    case noneOfThese
    case unknown

    /// The answer that names a class.
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

    /// The answer that names an activity.
    package init(_ activity: Activity) { self.init(ActivityClass(activity)) }

    /// The answer that a report's flags give: automotive with stationary is automotive (a car at a red
    /// light), no flag is none; other pairs count as the first of automotive, cycling, running, walking, stationary.
    package init(_ flags: ActivityFlags) {
        if flags.contains(.unknown) {
            self = .unknown
        } else {
            let order: [Activity] = [.automotive, .cycling, .running, .walking, .stationary]
            self = order.first { flags.contains(ActivityFlags($0)) }.map(Answer.init) ?? .noneOfThese
        }
    }

    /// Whether it names one of the five activities.
    package var isActivity: Bool { self != .noneOfThese && self != .unknown }

    /// Whether it names a way to move.
    package var isMoving: Bool { isActivity && self != .stationary }

    /// The word used in reports.
    package var name: String {
        switch self {
        case .stationary: "stationary"
        case .walking: "walking"
        case .running: "running"
        case .cycling: "cycling"
        case .automotive: "automotive"
        case .noneOfThese: "none"
        case .unknown: "unknown"
        }
    }
}

extension Activity {
    /// The activity's row and column, 0 to 4, in the order of ``ActivityClass``.
    package var index: Int { ActivityClass(self).rawValue }
}
