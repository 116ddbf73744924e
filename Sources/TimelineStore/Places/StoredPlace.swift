public import Timeline

/// A place of a store, and what is known of it.
public struct StoredPlace: Sendable, Hashable {
    /// Identifier, position, and what it is called.
    public var place: VisitedPlace
    /// Identifiers of places that a person said to be this one.
    public var merged: [String]
    /// How many visits to it were derived or came with timelines, before corrections of times.
    public var visitCount: Int
}
