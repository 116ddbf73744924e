/// One of the five activities that a person can be said to do.
///
/// The raw value is the word used in manifests, models and activity streams. What a model tells apart is an ``ActivityClass``, which
/// adds "none of these"; what it answers is an ``Answer``, which adds "unknown" to that; several at once are ``ActivityFlags``.
public enum Activity: String, CaseIterable, Sendable, Hashable {
    case stationary
    case walking
    case running
    case cycling
    case automotive
}
