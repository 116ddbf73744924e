// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayTimeline

/// A person's correction of a timeline.
///
/// It refers to times, and to places by position and time. It never refers to rows, so that it applies in any store
/// with the same days. CORRECTIONS.md has the rules.
public enum Correction: Sendable, Hashable {
    /// In this part of a move, the activity was another.
    case activity(Activity, during: TimeSpan)
    /// An item ended here and another began.
    case split(at: Timestamp)
    /// This span was one visit, at the place of the longest visit in it.
    case visit(during: TimeSpan)
    /// This span was one move; visits in it were pauses.
    case move(during: TimeSpan)
    /// In this part of a move, the person was in this kind of vehicle.
    case vehicle(Vehicle, during: TimeSpan)
    /// In this span the person was at a place. A place that no visit has yet is founded at its position.
    case stay(at: PlaceReference, during: TimeSpan)
    /// In this span the person moved along a path, whatever the timeline has there.
    case trip(Activity, along: TripPath, during: TimeSpan)
    /// Nothing is known of this span.
    case gap(during: TimeSpan)
    /// One item ended and the next began at another moment than the timeline has.
    case boundary(at: Timestamp, movedTo: Timestamp)
    /// The name of a place.
    case name(String, ofPlace: PlaceReference)
    /// The radius of a place in metres. Nameless places with their centre within it become part of the place.
    case radius(Double, ofPlace: PlaceReference)
    /// Two places are one, with the name of the second.
    case samePlace(PlaceReference, as: PlaceReference)

    /// The span that the correction is about; nil if it is about places.
    package var span: TimeSpan? {
        switch self {
        case .activity(_, let span), .vehicle(_, let span), .stay(_, let span), .visit(let span), .move(let span),
            .gap(let span), .trip(_, _, let span):
            span
        case .split(let time): TimeSpan(start: time, end: time)
        // The items on both sides of the boundary.
        case .boundary(let time, let other):
            TimeSpan(start: min(time, other) - Self.boundaryReach, end: max(time, other) + Self.boundaryReach)
        case .name, .radius, .samePlace: nil
        }
    }

    /// The greatest distance of a boundary from where a correction says that it is.
    static let boundaryReach = Duration.seconds(30)

    /// A later correction of the same subject replaces an earlier one.
    enum Subject: Hashable {
        case activity(TimeSpan)
        case vehicle(TimeSpan)
        case stay(TimeSpan)
        case trip(TimeSpan)
        case name(PlaceReference)
        case radius(PlaceReference)
        case merge(PlaceReference)
        case whole(Correction)
    }

    /// The subject of the correction.
    var subject: Subject {
        switch self {
        case .activity(_, let span): .activity(span)
        case .vehicle(_, let span): .vehicle(span)
        case .stay(_, let span): .stay(span)
        case .trip(_, _, let span): .trip(span)
        case .name(_, let place): .name(place)
        case .radius(_, let place): .radius(place)
        case .samePlace(let place, _): .merge(place)
        case .split, .visit, .move, .gap, .boundary: .whole(self)
        }
    }

    package var places: [PlaceReference] {
        switch self {
        case .name(_, let place), .radius(_, let place): [place]
        case .samePlace(let place, let other): [place, other]
        case .stay(let place, _): [place]
        case .activity, .vehicle, .split, .visit, .move, .gap, .boundary, .trip: []
        }
    }

    /// The positions that it states: those of its places, and of a drawn path.
    var positions: [PlaceReference.Position] {
        if case .trip(_, let path, _) = self { path.points } else { places.compactMap(\.position) }
    }

    /// The correction with its places replaced by the results of `body`.
    func mapPlaces(_ body: (PlaceReference) throws -> PlaceReference) rethrows -> Correction {
        switch self {
        case .name(let name, let place): .name(name, ofPlace: try body(place))
        case .radius(let radius, let place): .radius(radius, ofPlace: try body(place))
        case .samePlace(let place, let other): .samePlace(try body(place), as: try body(other))
        case .stay(let place, let span): .stay(at: try body(place), during: span)
        case .activity, .vehicle, .split, .visit, .move, .gap, .boundary, .trip: self
        }
    }
}

/// A correction as the store lists it: with its number, and whether it applies.
public struct StoredCorrection: Sendable, Hashable {
    /// The number to withdraw it by; later corrections have greater numbers.
    public var number: Int64
    /// The correction itself.
    public var correction: Correction
    /// Whether it applies to something in the timeline. A correction that does not is kept, since later days may bring
    /// its subject back.
    public var fits: Bool
}
