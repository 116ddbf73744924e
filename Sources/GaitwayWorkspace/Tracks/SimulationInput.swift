// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
import GaitwayBase
package import GaitwayRecognition
package import GaitwayReplay

/// A ride to play, and the phone among its places.
package struct SimulationInput {
    /// The logs of the ride.
    package let track: [String]
    /// An activity stream; nil for the track's own reports or its motion.
    package let activities: String?
    /// Whose reports are used without a stream; nil for the track's own, if there are any.
    package let reports: ReportSource?
    package let options: LogOptions
    package let simulator: GeofenceSimulator

    package init(
        track: [String], activities: String?, reports: ReportSource?, options: LogOptions, simulator: GeofenceSimulator
    ) {
        self.track = track
        self.activities = activities
        self.reports = reports
        self.options = options
        self.simulator = simulator
    }

    /// Whether a track is a pipe, which may hold a table whose fixes can be taken as they arrive.
    package static func isPiped(_ track: [String], _ options: LogOptions) -> Bool {
        track.count == 1 && InputFile.isStream(track[0]) && options.logger == nil && !options.addsWeekRollover
    }

    var hasPipedTrack: Bool { Self.isPiped(track, options) }

    package func scene() throws -> RideScene {
        try scene(
            of: TrackLoader.load(
                track, activities: activities, options: options, classifiesMotion: activities == nil, reports: reports))
    }

    /// Reads all input except the activity stream, which arrives during the replay; `known` is a track that was read
    /// before.
    func scene(known: RecordedRide?) throws -> RideScene {
        guard let known else {
            return try scene(
                of: TrackLoader.load(
                    track, options: options, classifiesMotion: activities == nil, reports: reports))
        }
        Diagnostics.notes(known.notes)
        return try scene(of: known.withFixes())
    }

    private func scene(of ride: RecordedRide) throws(InputError) -> RideScene {
        var ride = ride
        if activities == nil { Diagnostics.notes(ride.noteUnknownDriving()) } else { try ride.refuseHindsight() }
        return RideScene(ride, simulator: simulator)
    }
}
