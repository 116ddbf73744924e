/// The six flags of a motion activity. They are not exclusive: a car at a red light is
/// stationary and automotive at once. No flag at all means moving, but none of the five.
public struct ActivityFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    /// The flags whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let stationary = ActivityFlags(rawValue: 1 << 0)
    public static let walking = ActivityFlags(rawValue: 1 << 1)
    public static let running = ActivityFlags(rawValue: 1 << 2)
    public static let automotive = ActivityFlags(rawValue: 1 << 3)
    public static let cycling = ActivityFlags(rawValue: 1 << 4)

    /// There is no estimate at all. It stands alone.
    public static let unknown = ActivityFlags(rawValue: 1 << 5)

    /// The single flag of an activity.
    public init(_ activity: Activity) {
        switch activity {
        case .stationary: self = .stationary
        case .walking: self = .walking
        case .running: self = .running
        case .automotive: self = .automotive
        case .cycling: self = .cycling
        }
    }
}
