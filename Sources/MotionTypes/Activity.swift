/// One of the five activities that a person can be said to do.
///
/// The raw value is the word used in manifests, models and activity streams. What a model tells apart is an ``ActivityClass``, which
/// adds "none of these"; what it answers is an `Answer`, which adds "unknown" to that; several at once are ``ActivityFlags``.
public enum Activity: String, CaseIterable, Sendable, Hashable {
    /// The phone does not move.
    case stationary
    /// On foot.
    case walking
    /// On foot, with a flight phase.
    case running
    /// On a bicycle.
    case cycling
    /// In a vehicle: car, bus, train, tram, metro, motorcycle.
    case automotive
}
