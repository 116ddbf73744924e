// SPDX-License-Identifier: Apache-2.0
/// An event of one monitored region.
public struct RegionEvent: Sendable, Hashable {
    /// The kinds of events. One crossing gives enter, exit, cross, in this order.
    public enum Kind: String, CaseIterable, Sendable, Hashable {
        /// The phone was found inside when the region was looked at for the first time.
        case inside
        /// The phone was found outside when the region was looked at for the first time.
        case outside
        /// The phone came in, far enough and for long enough.
        case enter
        /// The phone stayed inside for the policy's dwell time.
        case dwell
        /// The phone went out, far enough and for long enough.
        case exit
        /// The phone went through the circle between two fixes.
        case cross
    }

    /// The kind of event.
    public var kind: Kind
    /// The region's identifier.
    public var region: String
    /// When the event holds by the policy, in the track's elapsed time.
    public var time: Duration
    /// When the edge was crossed: inwards for enter, dwell and cross, outwards for exit; for the others ``time``.
    public var edge: Duration
    /// When the app learns of it; ``time`` unless delivery is late.
    public var delivered: Duration
    /// Mean speed in m/s between the two fixes around the edge; nil when the phone was there at the first look.
    public var speed: Double?
    /// Whether the phone was inside when the region was registered.
    public var wasInside: Bool

    package init(
        kind: Kind, region: String, time: Duration, edge: Duration? = nil, delivered: Duration? = nil,
        speed: Double? = nil, wasInside: Bool = false
    ) {
        self.kind = kind
        self.region = region
        self.time = time
        self.edge = edge ?? time
        self.delivered = delivered ?? time
        self.speed = speed
        self.wasInside = wasInside
    }
}
