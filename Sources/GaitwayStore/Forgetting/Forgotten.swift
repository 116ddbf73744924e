// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a person wants a store to forget.
package enum Forgotten: Sendable, Hashable {
    case span(TimeSpan)
    /// All that the inputs with this source brought first.
    case input(String)
    /// All within a circle: its fixes, and the reports of the time between them.
    case circle(latitude: Double, longitude: Double, radius: Double)
}

/// The numbers of rows that a store forgot, or would forget.
package struct ForgottenCount: Sendable, Hashable {
    package var fixes = 0
    /// Reports, the phone's and those of streams.
    package var reports = 0
    /// Items of imported timelines, deleted or cut.
    package var items = 0
    /// Corrections of what is gone.
    package var corrections = 0
    /// The sources of inputs that have no rows left.
    package var inputs: [String] = []
    /// The span from the first forgotten moment to the last; nil if there is nothing to forget.
    package var span: TimeSpan?

    package init() {}

    /// Whether there is nothing to forget.
    package var isNothing: Bool { fixes == 0 && reports == 0 && items == 0 && corrections == 0 && inputs.isEmpty }
}
