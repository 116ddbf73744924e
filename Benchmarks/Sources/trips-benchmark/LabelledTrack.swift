// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayTimeline

/// The fixes of a recording, and what the person did.
struct LabelledTrack {
    /// A span with one mode.
    struct Leg {
        let span: TimeSpan
        let activity: Activity
        /// The kind, such as `tram`.
        let mode: String
    }

    /// The name of the person who carried MobilityNet's phones.
    static let carrier = "MobilityNet"

    /// Never in training and test at once.
    let person: String
    var fixes: [(time: Timestamp, fix: Location)]
    var legs: [Leg]

    /// The same with at most one fix in this number of seconds.
    func thinned(to seconds: Double) -> Self {
        var (result, last) = (self, -Double.infinity)
        result.fixes = fixes.filter { time, _ in
            guard time.seconds - last >= seconds else { return false }
            last = time.seconds
            return true
        }
        return result
    }

    /// The tracks of the rides of a manifest that have fixes and one of the moving activities.
    static func rides(of manifest: String, in root: String, note: (String) -> Void) throws -> [Self] {
        let rows = try Manifest(csv: Files.bytes(manifest), source: manifest).rows
        let moving = rows.filter { row in
            row["has_gps"] == "1" && !row.isUnlabelled && (row.label.activity.map { $0 != .stationary } ?? false)
        }
        return Dictionary(grouping: moving, by: \.recording).sorted { $0.key < $1.key }.compactMap { name, rows in
            let log: Recording
            do {
                log = try Recording(path: root + "/" + name, options: LogOptions(readsLocation: true))
            } catch {
                note("left out: \(error)")
                return nil
            }
            let origin = log.header.origin ?? Timestamp(nanoseconds: 1_700_000_000_000_000_000)
            return Self(
                person: rows[0].user,
                fixes: log.fixes.map { (origin + $0.elapsed, $0) },
                legs: rows.compactMap { row in
                    guard let activity = row.label.activity else { return nil }
                    let end = row.end.map { origin + .seconds($0) } ?? origin + log.end
                    return Leg(
                        span: TimeSpan(start: origin + .seconds(row.start ?? 0), end: end), activity: activity,
                        mode: row.mode)
                })
        }
    }

    /// The tracks of the days with scripted trips.
    static func days(_ folder: String) throws -> [Self] {
        var tracks: [Self] = []
        try TripDayFolder(folder).forEachDay { day in
            let legs = day.truth.trips.flatMap(\.sections).compactMap { section -> Leg? in
                guard !section.mode.isEmpty, let activity = section.travelClass?.activity else { return nil }
                return Leg(span: section.span, activity: activity, mode: section.mode)
            }
            if !legs.isEmpty { tracks.append(Self(person: carrier, fixes: day.fixes, legs: legs)) }
        }
        return tracks
    }
}

extension TripTruth.TravelClass {
    /// The activity of a scripted leg; the carrier never ran.
    fileprivate var activity: Activity {
        switch self {
        case .foot: .walking
        case .cycling: .cycling
        case .automotive: .automotive
        }
    }
}
