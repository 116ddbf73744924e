/// A crossing of a region that gave no entry: the phone was within the edge, and left before it counted as inside.
public struct RegionPass: Sendable, Hashable {
    /// Why it gave none.
    public enum Reason: String, CaseIterable, Sendable, Hashable {
        /// The phone was far enough inside, and left before the settle time was over.
        case tooFast = "too-fast"
        /// The phone came never so far inside as an entry needs.
        case atEdge = "at-edge"
    }

    /// The region's identifier.
    public var region: String
    /// When the edge was crossed inwards, in the track's elapsed time.
    public var from: Duration
    /// When it was crossed outwards.
    public var to: Duration
    /// How long the phone was far enough inside at a stretch.
    public var inside: Duration?
    /// Mean speed in m/s between the two fixes around the edge; nil when it is not known.
    public var speed: Double?

    /// Why it gave no entry.
    public var reason: Reason { inside == nil ? .atEdge : .tooFast }
}
