/// One of the five activities that a person can be said to do.
///
/// The raw value is the word used in manifests, models and activity streams.
public enum Activity: String, CaseIterable, Sendable, Hashable {
    case stationary
    case walking
    case running
    case cycling
    case automotive
}
