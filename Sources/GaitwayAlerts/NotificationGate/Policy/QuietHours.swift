// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The hours without alerts: from one time of day to another, over midnight if the second is earlier.
///
/// An entry meanwhile is held and delivered at their end if it is still valid. When clocks are set forward, a
/// time that does not exist is the moment of the change. When they are set back, quiet hours begin when the clock first
/// shows their beginning, and end when it last shows their end.
public struct QuietHours: Sendable, Hashable {
    /// Their beginning; it is quiet at this very time.
    public var from: TimeOfDay
    /// Their end; it is no longer quiet at this time.
    public var to: TimeOfDay
    /// The person's time zone, as the IANA database names it: `Europe/Berlin`.
    public var timeZone: String

    /// Quiet hours.
    public init(from: TimeOfDay, to: TimeOfDay, timeZone: String) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
    }

    /// From 22:00 to 07:00.
    public static func night(timeZone: String) -> QuietHours {
        QuietHours(from: TimeOfDay(hour: 22), to: TimeOfDay(hour: 7), timeZone: timeZone)
    }
}
