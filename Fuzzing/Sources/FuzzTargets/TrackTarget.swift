// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import GaitwayTimeline

/// Reads any bytes as a track of each format, and as an archive of tracks. Any error other than `InputError` is a
/// fault. So is a track with fixes out of order or positions out of range.
enum TrackTarget: FuzzTarget {
    static let name = "track"

    static func take(_ bytes: [UInt8]) {
        let formats = [nil] + TrackFormat.allCases.map { Optional($0) }
        let tracks = formats.lazy.map { try? Track(decoding: bytes, format: $0) }
        let archive = try? TrackCollection.track(packed: bytes, source: "archive")
        for track in [archive] + tracks {
            guard let track else { continue }
            precondition(!track.fixes.isEmpty || !track.reports.isEmpty)
            for fix in track.fixes {
                precondition(fix.latitude.magnitude <= 90 && fix.longitude.magnitude <= 180)
                precondition(fix.speed ?? 0 >= 0 && fix.horizontalAccuracy ?? 1 > 0)
            }
            for (earlier, later) in zip(track.fixes, track.fixes.dropFirst()) {
                precondition(earlier.elapsed <= later.elapsed)
            }
            for (earlier, later) in zip(track.reports, track.reports.dropFirst()) {
                precondition(earlier.delivered <= later.delivered)
            }
            Fixtures.use(RecordedRide(track, source: "track"))
        }
    }
}
