import MotionTypes
import RideReplay
import Tracks

/// Reads any bytes as a track, of the format that they look like and of each other, and as an archive of tracks: an `InputError` is an answer, everything
/// else is a fault; so is a track whose fixes are out of order or have positions that no place has.
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
