// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A period of the calendar as people write it: `2026-05-01`, `2026-W18`, `2026-05` or `2026`. A month and a day may
/// lack their leading zero.
package struct CalendarPeriod: Sendable, Hashable {
    /// The first day, counted from 1970-01-01.
    package let first: Int64
    /// The last day, counted from 1970-01-01.
    package let last: Int64
    /// The text that was read.
    package let text: String

    /// Reads a period; nil if it does not exist, such as a 30th of February or a 54th week.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 3, let year = Self.number(parts[0], digits: 4...4), (1678...2261).contains(year) else {
            return nil
        }
        self.text = text
        if parts.count == 1 {
            first = CivilDate.days(year: year, month: 1, day: 1)
            last = CivilDate.days(year: year + 1, month: 1, day: 1) - 1
        } else if parts.count == 2, parts[1].first == "W" {
            guard let week = Self.number(parts[1].dropFirst(), digits: 2...2) else { return nil }
            // The 4th of January is always in the first week of the year.
            let start = CalendarUnit.monday(ofWeekWith: CivilDate.days(year: year, month: 1, day: 4))
            first = start + (week - 1) * 7
            last = first + 6
            guard CalendarUnit.weekName(of: first) == text else { return nil }
        } else {
            guard let month = Self.number(parts[1], digits: 1...2), (1...12).contains(month) else { return nil }
            guard parts.count == 3 else {
                first = CivilDate.days(year: year, month: month, day: 1)
                last = CivilDate.days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1) - 1
                return
            }
            guard let day = Self.number(parts[2], digits: 1...2) else { return nil }
            first = CivilDate.days(year: year, month: month, day: day)
            last = first
            // A 30th of February reads as a day of March.
            guard CivilDate.fromDays(first) == (year, month, day) else { return nil }
        }
    }

    /// A number with as many digits as it may have.
    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text, in: .countable)
    }
}
