// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Dates of receivers whose count of weeks began again at 0: GPS sends 10 bits of it, so that a receiver that does not
/// know better is 1,024 weeks behind. Source: IS-GPS-200, 20.3.3.3.1.1.
enum WeekRollover {
    /// 1,024 weeks.
    static let length = Duration.seconds(1024 * 7 * 86_400)
    /// 2007: before it, no phone recorded tracks.
    static let suspicious = Duration.seconds(1_167_609_600)

    /// Whether `moment` is a week rollover before `known`, to the day.
    static func separates(_ moment: Timestamp, _ known: Timestamp) -> Bool {
        let rest = known - moment - length
        return max(rest, .zero - rest) < .seconds(86_400)
    }
}

extension Track {
    /// A copy with all dates moved by a week rollover.
    package var shiftedByWeekRollover: Track {
        guard let origin,
            fixes.last.map({ origin + $0.elapsed < Timestamp(nanoseconds: 0) + .seconds(4_102_444_800) })
                ?? true
        else { return self }
        var copy = self
        copy.origin = origin + WeekRollover.length
        func shifted(_ span: TimeSpan) -> TimeSpan {
            TimeSpan(start: span.start + WeekRollover.length, end: span.end + WeekRollover.length)
        }
        for index in copy.visits.indices { copy.visits[index].span = shifted(copy.visits[index].span) }
        for index in copy.moves.indices { copy.moves[index].span = shifted(copy.moves[index].span) }
        for index in copy.claimed.indices {
            copy.claimed[index].start = copy.claimed[index].start + WeekRollover.length
            copy.claimed[index].time = copy.claimed[index].time + WeekRollover.length
            if let span = copy.claimed[index].claim?.span { copy.claimed[index].claim?.span = shifted(span) }
            if let span = copy.claimed[index].ended?.span { copy.claimed[index].ended?.span = shifted(span) }
        }
        copy.remarks.removeAll { if case .earlyDates = $0 { true } else { false } }
        copy.remarks.append(.shiftedDates(Self.day(copy.origin)))
        return copy
    }

    /// The track with its right dates, if the file's name has the date that a week rollover gives.
    func corrected(byName name: String) -> Track {
        guard let origin, origin.sinceEpoch < WeekRollover.suspicious else { return self }
        let digits = name.filter(\.isNumber)
        let later = Self.day(origin + WeekRollover.length).filter(\.isNumber)
        return digits.contains(later) ? shiftedByWeekRollover : self
    }

    /// The remark on dates before phones recorded tracks.
    mutating func noteEarlyDates() {
        guard let origin, origin.sinceEpoch < WeekRollover.suspicious else { return }
        remarks.append(.earlyDates(Self.day(origin), later: Self.day(origin + WeekRollover.length)))
    }

    private static func day(_ moment: Timestamp?) -> String { String((moment?.iso8601 ?? "").prefix(10)) }
}
