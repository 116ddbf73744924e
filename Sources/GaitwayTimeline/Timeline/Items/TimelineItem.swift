// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// One item of a timeline. Items touch: each ends where the next begins.
public enum TimelineItem: Sendable, Hashable {
    /// A stay at a place.
    case visit(Visit)
    /// A movement from one place to the next.
    case move(Move)
    /// Time without data.
    case gap(Gap)

    /// The span of time.
    public var span: TimeSpan {
        get {
            switch self {
            case .visit(let visit): visit.span
            case .move(let move): move.span
            case .gap(let gap): gap.span
            }
        }
        set {
            switch self {
            case .visit(var visit):
                visit.span = newValue
                self = .visit(visit)
            case .move(var move):
                move.span = newValue
                self = .move(move)
            case .gap(var gap):
                gap.span = newValue
                self = .gap(gap)
            }
        }
    }

    /// Whether the input ended during the item.
    public var isOngoing: Bool {
        get {
            switch self {
            case .visit(let visit): visit.isOngoing
            case .move(let move): move.isOngoing
            case .gap(let gap): gap.isOngoing
            }
        }
        set {
            switch self {
            case .visit(var visit):
                visit.isOngoing = newValue
                self = .visit(visit)
            case .move(var move):
                move.isOngoing = newValue
                self = .move(move)
            case .gap(var gap):
                gap.isOngoing = newValue
                self = .gap(gap)
            }
        }
    }

    /// Whether it is a gap.
    var isGap: Bool { if case .gap = self { true } else { false } }
}

/// Time without data: no fixes, and no evidence that the person stayed or moved.
public struct Gap: Sendable, Hashable {
    /// The span of time.
    public var span: TimeSpan
    /// Metres between the last fix before it and the first after it; nil at an end of the track.
    public var displacement: Double?
    /// Whether the input ended during the item.
    public var isOngoing: Bool

    /// A gap for a span.
    package init(span: TimeSpan, displacement: Double? = nil, isOngoing: Bool = false) {
        self.span = span
        self.displacement = displacement
        self.isOngoing = isOngoing
    }
}
