// SPDX-License-Identifier: Apache-2.0
/// A crossing of a region that gave no entry: the phone was within the edge, and left before it counted as inside.
package struct RegionPass: Sendable, Hashable {
    /// Why a crossing gave no entry.
    package enum Reason: String, CaseIterable, Sendable, Hashable {
        /// The phone was far enough inside, and left before the settle time was over.
        case tooFast = "too-fast"
        /// The phone never came far enough inside for an entry.
        case atEdge = "at-edge"
    }

    package var region: String
    /// When the edge was crossed inwards, in the track's elapsed time.
    package var from: Duration
    /// When it was crossed outwards.
    package var to: Duration
    /// How long the phone was far enough inside at a stretch.
    package var inside: Duration?
    /// Mean speed in m/s between the two fixes around the edge; nil when it is not known.
    package var speed: Double?

    /// Why it gave no entry.
    package var reason: Reason { inside == nil ? .atEdge : .tooFast }
}
