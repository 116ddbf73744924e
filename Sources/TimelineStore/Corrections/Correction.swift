public import MotionTypes
import Timeline

/// What a person said about a timeline.
///
/// It names times, and places by where and when, never rows or what depends on the order of adding, so that it finds what it means
/// again in any store with the same days. CORRECTIONS.md has the rules.
public enum Correction: Sendable, Hashable {
    /// In this stretch of a move, the activity was another.
    case activity(Activity, during: TimeSpan)
    /// Something ended here and something began.
    case split(at: Timestamp)
    /// This stretch was one visit, at the place of the longest visit in it.
    case visit(during: TimeSpan)
    /// This stretch was one move; visits in it were pauses.
    case move(during: TimeSpan)
    /// What a place is called.
    case name(String, ofPlace: PlaceReference)
    /// Two places are one, which goes by what the second is called.
    case samePlace(PlaceReference, as: PlaceReference)

    /// The stretch of time that it is about; nil if it is about places.
    var span: TimeSpan? {
        switch self {
        case .activity(_, let span), .visit(let span), .move(let span): span
        case .split(let time): TimeSpan(start: time, end: time)
        case .name, .samePlace: nil
        }
    }

    /// The correction with what `body` makes of the places that it names.
    func mapPlaces(_ body: (PlaceReference) throws -> PlaceReference) rethrows -> Correction {
        switch self {
        case .name(let name, let place): .name(name, ofPlace: try body(place))
        case .samePlace(let place, let other): .samePlace(try body(place), as: try body(other))
        case .activity, .split, .visit, .move: self
        }
    }
}

/// A correction as the store keeps it.
public struct StoredCorrection: Sendable, Hashable {
    /// Its number, by which it can be withdrawn; greater ones were made later.
    public var number: Int64
    /// What the person said.
    public var correction: Correction
    /// Whether the timeline still has something that it applies to. One that does not is kept, for when it does again.
    public var fits: Bool
}
