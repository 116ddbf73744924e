// SPDX-License-Identifier: Apache-2.0
// Foundation for TimeZone, which has the rules of every zone.
import Foundation
import GaitwayBase

/// The time zone in which the days were recorded.
enum HomeZone {
    private static let zone = TimeZone(identifier: "America/Los_Angeles") ?? .current

    /// Nanoseconds to add to UTC at `moment`.
    private static func offset(at time: Timestamp) -> Int64 {
        let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.nanoseconds) / 1e9))
        return Int64(seconds) * 1_000_000_000
    }

    /// The midnight that begins a date such as `2016-02-22`; nil for other text.
    static func midnight(of date: some StringProtocol) -> Timestamp? {
        // Clocks change at two in the morning, so the offset of the evening before is still right at midnight.
        guard let inUTC = Timestamp(iso8601: date + "T00:00:00Z") else { return nil }
        return inUTC.advanced(byNanoseconds: -offset(at: inUTC))
    }

    /// A moment in local time, such as `2016-02-22T0810`.
    static func minute(of time: Timestamp) -> String {
        let text = time.advanced(byNanoseconds: offset(at: time)).iso8601
        return text.prefix(16).filter { $0 != ":" }
    }
}
