// SPDX-License-Identifier: Apache-2.0
/// The precedence of sources that overlap in time. A fix or report counts only if no source above its own has one close
/// to it in time.
package enum SourceRank: Int, Sendable, Hashable, Comparable {
    /// What a phone or watch recorded.
    case recording = 0
    /// A location history: what a service kept of a phone's fixes.
    case history = 1
    /// What an app derived: positions of its stays and ways, and their activities.
    case derived = 2

    package static func < (left: SourceRank, right: SourceRank) -> Bool { left.rawValue < right.rawValue }

    /// A fix or report is close to another within this time.
    package static let reach = AppKnowledge.reach
}

extension TrackFormat {
    /// The precedence of the format's measured fixes and reports.
    package var rank: SourceRank {
        switch self {
        case .googleRecords, .googleSemantic, .googleTimeline, .arc: .history
        default: .recording
        }
    }
}
