// SPDX-License-Identifier: Apache-2.0
/// The six flags of a motion activity. They are not exclusive: a car at a red light is
/// stationary and automotive at once. No flag at all means moving, but none of the five.
public struct ActivityFlags: OptionSet, Sendable, Hashable {
    /// One bit per flag.
    public let rawValue: UInt8

    /// The flags whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The phone does not move.
    public static let stationary = ActivityFlags(rawValue: 1 << 0)
    /// On foot.
    public static let walking = ActivityFlags(rawValue: 1 << 1)
    /// On foot, with a flight phase.
    public static let running = ActivityFlags(rawValue: 1 << 2)
    /// In a vehicle: car, bus, train, tram, metro, motorcycle.
    public static let automotive = ActivityFlags(rawValue: 1 << 3)
    /// On a bicycle.
    public static let cycling = ActivityFlags(rawValue: 1 << 4)

    /// There is no estimate. No other flag is set beside it.
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
