// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A note of a reader beside its counts.
package enum TrackRemark: Sendable, Hashable, CustomStringConvertible {
    /// The number of a device's fixes that were left out.
    package struct Share: Sendable, Hashable {
        package var device: String
        package var fixes: Int
    }

    /// A record or file that cannot be used.
    case damaged(InputError)
    /// There were several devices at once; one of them serves.
    case devices(serving: String, others: [Share])
    /// The number of files in a folder or archive that are not tracks.
    case otherFiles(Int)
    /// Times of the wall clock that name no zone.
    case withoutZone
    /// Dates whose day and month can change places.
    case openDates
    /// Dates of six digits.
    case yearFirst
    /// Points with times that are not of a recorded track.
    case waypoints
    /// Dates before phones recorded tracks: the first day, and the day that a week rollover makes of it.
    case earlyDates(String, later: String)
    /// Dates that were moved by a week rollover: the first day.
    case shiftedDates(String)

    package var description: String {
        switch self {
        case .damaged(let fault): return "left out: \(fault)"
        case .devices(let serving, let others):
            let list = others.map { "\($0.device) (\($0.fixes) fixes)" }.joined(separator: ", ")
            return
                "several devices: \(serving) has the most fixes and serves"
                + (list.isEmpty ? "" : "; left out on its days: \(list)")
        case .otherFiles(let count):
            return "\(count) other \(count == 1 ? "file is not a track" : "files are not tracks")"
        case .withoutZone: return "assuming UTC: the times name no time zone"
        case .openDates: return "assuming that the day is first: the dates do not show whether the day or the month is"
        case .yearFirst: return "assuming that dates of six digits are year, month, day"
        case .waypoints: return "it has no recorded track: its waypoints with times are read"
        case .earlyDates(let day, let later):
            return
                "the dates begin on \(day); if the receiver's count of weeks began again, they are 1024 weeks early "
                + "and begin on \(later); the setting week-rollover moves them"
        case .shiftedDates(let day):
            return "dates moved by 1024 weeks, as of a receiver's week rollover; now from \(day)"
        }
    }
}
