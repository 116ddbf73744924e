public import MotionTypes
import Timeline

/// What a person said about a timeline.
///
/// It names times and places, never rows, so that it finds what it means again when the timeline is derived anew. STORE.md has
/// the rules.
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
    case name(String, ofPlace: String)
    /// Two places are one, which has the second identifier.
    case samePlace(String, as: String)

    /// The stretch of time that it is about; nil if it is about places.
    var span: TimeSpan? {
        switch self {
        case .activity(_, let span), .visit(let span), .move(let span): span
        case .split(let time): TimeSpan(start: time, end: time)
        case .name, .samePlace: nil
        }
    }

    /// The places that it names.
    var places: [String] {
        switch self {
        case .name(_, let place): [place]
        case .samePlace(let place, let other): [place, other]
        case .activity, .split, .visit, .move: []
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
