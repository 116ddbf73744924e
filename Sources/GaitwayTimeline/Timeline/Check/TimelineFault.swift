// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A rule that a timeline breaks, and where.
package struct TimelineFault: Sendable, Hashable {
    /// What holds for every timeline; FORMAT.md of this module describes each rule.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Items and sections touch, in time order, and only the last item is ongoing.
        case touching
        /// The centre of a visit lies among its fixes.
        case centre
        /// The way from one item to the next can be covered in the time between them.
        case joint
        /// No section is faster than its mode.
        case speed
        /// A section on foot or by bicycle has no long silence that only a vehicle crosses so fast.
        case unseen
        /// A distance is at least the beeline of its ends, and the length of its path.
        case distance
        /// No visit lasts over a longer silence than the policy allows.
        case silence
    }

    package var rule: Rule
    /// The span of the item or section that breaks it.
    package var span: TimeSpan
    /// What is wrong, with the values.
    package var problem: String

    init(_ rule: Rule, _ span: TimeSpan, _ problem: String) {
        self.rule = rule
        self.span = span
        self.problem = problem
    }
}
