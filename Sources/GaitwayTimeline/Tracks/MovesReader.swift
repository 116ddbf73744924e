// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The storyline of Moves: an array of days, each with segments; a segment has a place or not, and activities.
///
/// Track points are fixes; a place gives a fix where it begins and one where it ends, at the place. Activities are
/// reports (`transport` is automotive) and so is a place without movement (stationary).
enum MovesReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .moves)
        try MovesFile.read(bytes) { (day) throws(InputError) in
            for segment in day.segments { try add(segment, to: &builder) }
        }
        return try builder.track()
    }

    private static func add(_ segment: MovesSegment, to builder: inout TrackBuilder) throws(InputError) {
        let start = try segment.times.start()
        let end = try segment.times.end()
        if segment.type == "place" {
            if let place = segment.place?.location {
                for time in [start, end] { try addFix(place, at: time, to: &builder) }
            }
            if let start { builder.addReport(.stationary, .high, start: start) }
        }
        for activity in segment.activities {
            if let start = try activity.times.start() {
                builder.addReport(flags(activity.activity), .high, start: start)
            }
            for point in activity.trackPoints { try addFix(point, at: try point.time(), to: &builder) }
        }
    }

    private static func flags(_ activity: Activity?) -> ActivityFlags {
        switch activity {
        case .walking: .walking
        case .running: .running
        case .cycling: .cycling
        case .automotive: .automotive
        case .stationary, nil: []
        }
    }

    private static func addFix(_ point: MovesPoint, at time: Timestamp?, to builder: inout TrackBuilder)
        throws(InputError)
    {
        guard let time else { return builder.count(.withoutTime) }
        guard let latitude = point.latitude, let longitude = point.longitude else {
            return builder.count(.withoutPosition)
        }
        let fields = FixFields(latitude: latitude, longitude: longitude)
        builder.addFix(fields, at: time.sinceEpoch, line: point.line)
    }
}
