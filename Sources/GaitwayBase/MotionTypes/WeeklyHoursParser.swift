// SPDX-License-Identifier: Apache-2.0
/// Reads the text of ``WeeklyHours``.
struct WeeklyHoursParser {
    private(set) var week: [[WeeklyHours.Span]] = Array(repeating: [], count: 7)
    private(set) var exceptions: [WeeklyHours.Exception] = []

    private static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    private static let example: Remedy = "write them as Mo-Fr 08:00-18:00; Sa 10:00-14:00; 2026-12-25 off"

    mutating func read(_ text: String) throws(InputError) {
        let rules = text.split(separator: ";", omittingEmptySubsequences: false)
        guard rules.contains(where: { $0.contains { !$0.isWhitespace } }) else {
            throw Self.fault("the weekly hours are empty")
        }
        for rule in rules {
            let words = rule.split(whereSeparator: \.isWhitespace)
            switch words.count {
            case 0: continue
            case 1: setDays(Array(0..<7), try spans(words[0], rule))
            case 2:
                let spans = try spans(words[1], rule)
                if let dates = try dates(words[0]) {
                    exceptions.append(.init(days: dates, spans: spans))
                } else {
                    setDays(try weekdays(words[0], rule), spans)
                }
            default: throw Self.fault("the weekly hours \(quoted: Self.trimmed(rule)) have more than days and times")
            }
        }
    }

    private mutating func setDays(_ days: [Int], _ spans: [WeeklyHours.Span]) {
        for day in days { week[day] = spans }
    }

    private func spans(_ word: Substring, _ rule: Substring) throws(InputError) -> [WeeklyHours.Span] {
        if word == "off" { return [] }
        var spans: [WeeklyHours.Span] = []
        for range in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = range.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let from = TimeOfDay(String(ends[0])),
                let to = ends[1] == "24:00" ? 1440 : TimeOfDay(String(ends[1])).map({ $0.hour * 60 + $0.minute })
            else {
                throw Self.fault(
                    "the times \(quoted: range) of the weekly hours \(quoted: Self.trimmed(rule)) cannot be read")
            }
            let start = from.hour * 60 + from.minute
            spans.append(.init(from: start, to: to > start ? to : to + 1440))
        }
        return spans
    }

    private func weekdays(_ word: Substring, _ rule: Substring) throws(InputError) -> [Int] {
        var days: [Int] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            let found = ends.compactMap { Self.days.firstIndex(of: String($0)) }
            guard found.count == ends.count, (1...2).contains(found.count) else {
                throw Self.fault(
                    "the days \(quoted: part) of the weekly hours \(quoted: Self.trimmed(rule)) are not known")
            }
            let first = found[0]
            // A range may cross the end of the week: Fr-Mo.
            let length = (found[found.count - 1] - first + 7) % 7
            days += (0...length).map { (first + $0) % 7 }
        }
        return days
    }

    /// `2026-12-25` or `2026-12-24/2026-12-31`; nil for a text that does not begin with a digit.
    private func dates(_ word: Substring) throws(InputError) -> ClosedRange<Int64>? {
        guard word.first?.isNumber == true else { return nil }
        let ends = word.split(separator: "/", omittingEmptySubsequences: false)
        var days: [Int64] = []
        for end in ends {
            guard let time = Timestamp(iso8601: "\(end)T00:00:00Z"), Self.exists(end, time) else {
                throw Self.fault("the date \(quoted: end) of the weekly hours does not exist")
            }
            days.append(time.nanoseconds.flooringDivision(by: 86_400_000_000_000))
        }
        guard (1...2).contains(days.count), let first = days.first, let last = days.last, first <= last else {
            throw Self.fault("the dates \(quoted: word) of the weekly hours are not a first and a last day")
        }
        return first...last
    }

    /// Whether a date exists, unlike 30 February.
    private static func exists(_ text: Substring, _ time: Timestamp) -> Bool { time.iso8601.hasPrefix(text) }

    private static func trimmed(_ rule: Substring) -> String {
        rule.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func fault(_ problem: String) -> InputError { .malformed(problem, remedy: example) }
}
