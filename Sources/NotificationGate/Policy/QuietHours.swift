public import MotionTypes

/// When nothing is shown: from one time of day to another, over midnight if the second is earlier.
///
/// What is entered meanwhile is held and delivered at their end if it is still valid. When clocks are set forward, a time that
/// does not exist is the moment of the change. When they are set back, quiet hours begin when the clock first shows their
/// beginning, and end when it last shows their end.
public struct QuietHours: Sendable, Hashable {
    /// Their beginning; it is quiet at this very time.
    public var from: LocalTime
    /// Their end; it is no longer quiet at this time.
    public var to: LocalTime
    /// The person's time zone, as the IANA database names it: `Europe/Berlin`.
    public var timeZone: String

    /// Quiet hours.
    public init(from: LocalTime, to: LocalTime, timeZone: String) {
        self.from = from
        self.to = to
        self.timeZone = timeZone
    }

    /// From 22:00 to 07:00.
    public static func night(timeZone: String) -> QuietHours {
        QuietHours(from: LocalTime(hour: 22), to: LocalTime(hour: 7), timeZone: timeZone)
    }
}
