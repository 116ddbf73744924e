// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TimelineDay {
    /// Days since 1970-01-01.
    package var number: Int64 { CivilDate.days(year: Int64(year), month: Int64(month), day: Int64(day)) }

    private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `Friday`.
    package var weekday: String { Self.weekdays[Int(((number % 7) + 7) % 7)] }

    /// `May 2026`.
    package var monthName: String { Self.months[month - 1] + " \(year)" }

    /// `1 May 2026`.
    package var words: String { "\(day) \(monthName)" }
}

extension LocalZone {
    /// The days that a span of time touches.
    package func days(of span: TimeSpan) -> [TimelineDay] { TimelineDay.days(of: span, offset: offset(at:)) }

    /// The day of a date, which is given in days since 1970-01-01; nil for a date that the zone skipped.
    package func day(_ date: Int64) -> TimelineDay? {
        TimelineDay(number: date, offset: offset(at:))
    }
}
