// SPDX-License-Identifier: Apache-2.0
/// A time of day on a local clock, to the minute.
public struct TimeOfDay: Sendable, Hashable {
    /// 0...23.
    public var hour: Int
    /// 0...59.
    public var minute: Int

    /// A time of day.
    public init(hour: Int, minute: Int = 0) {
        self.hour = hour
        self.minute = minute
    }

    /// The time that `text` names, `22:30`; nil otherwise.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
        guard isValid else { return nil }
    }

    /// `22:30`.
    package var text: String { (hour < 10 ? "0" : "") + String(hour) + (minute < 10 ? ":0" : ":") + String(minute) }

    /// Whether hour and minute are in range.
    package var isValid: Bool { (0...23).contains(hour) && (0...59).contains(minute) }
    /// Seconds since midnight on a day on which no clock changes.
    package var seconds: Int64 { Int64(hour) * 3600 + Int64(minute) * 60 }
}
