// SPDX-License-Identifier: Apache-2.0
/// What of a model is moved towards a person.
package enum AdaptationScope: Sendable, Hashable {
    /// Weights and intercepts, from minutes of each activity.
    case weights
    /// The intercepts alone, from a minute of each activity or less.
    case intercepts

    /// The penalties to choose from, the one that moves least first.
    ///
    /// A weight's penalty holds hundreds of numbers, an intercept's six, so that it has to be smaller to move anything.
    var penalties: [Double] {
        switch self {
        case .weights: [30, 10, 3, 1]
        case .intercepts: [1, 0.3, 0.1, 0.03]
        }
    }

    /// The penalty where no recording can be left out to judge by.
    var cautiousPenalty: Double {
        switch self {
        case .weights: 10
        case .intercepts: 0.3
        }
    }
}
