package import Geofencing
package import MotionTypes
package import NotificationGate

/// A replay whose activity stream, track, or both come while it plays: each decision is out as soon as nothing that may still come can
/// change it.
///
/// Fixes come by time and reports by delivery, so that what lies before the last of each is certain. Inputs that are finished give the same
/// decisions as a ride played whole, in pieces of any size. Neither reports nor decisions are kept; fixes are, for the figures at the end.
package struct LiveReplay: Sendable {
    private let policy: GatePolicy
    private let strategy: MonitoringStrategy
    private let simulator: GeofenceSimulator
    /// The phone of a track that still comes; nil for one that is known.
    private var phone: PhoneModel?
    /// The scene and what the strategy made of it, once the track is known.
    private var whole: (scene: RideScene, run: GeofenceSimulator.Run)?
    private var intake: StreamIntake?
    private var playback: GatePlayback

    /// A replay of a ride whose stream is still to come.
    ///
    /// - Parameter name: the stream's name, for errors and notes; nil for a ride that has the reports that it has.
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(
        _ scene: RideScene, policy: GatePolicy, strategy: MonitoringStrategy, stream name: String?
    ) throws(InputError) {
        self.policy = policy
        self.strategy = strategy
        simulator = scene.simulator
        let run = simulator.run(strategy, track: scene.ride.fixes)
        intake = name.map { StreamIntake($0, for: scene.ride) }
        playback = try GatePlayback(scene, policy: policy)
        playback.add(run.events)
        playback.endTrack()
        if name == nil { playback.endReports(after: scene.ride.reports, canReport: scene.ride.canReport) }
        whole = (scene, run)
    }

    /// A replay of a ride whose track is still to come, too.
    ///
    /// - Parameters:
    ///   - ride: its name and its clock; its fixes are those that were not told yet, none.
    ///   - name: the stream's name; nil for a ride without a stream.
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(
        _ ride: RecordedRide, simulator: GeofenceSimulator, policy: GatePolicy, strategy: MonitoringStrategy,
        stream name: String?
    ) throws(InputError) {
        self.policy = policy
        self.strategy = strategy
        self.simulator = simulator
        phone = simulator.phone(strategy)
        intake = name.map { StreamIntake($0, for: ride) }
        playback = try GatePlayback(RideScene(ride, simulator: simulator), policy: policy)
        if name == nil { playback.endReports(canReport: false) }
    }

    /// What was guessed about the stream and does not fit; complete after ``finish()``.
    package var notes: [RideNote] { intake?.notes ?? [] }

    /// What was wrong with the stream behind its last report that counts.
    package var fault: InputError? { intake?.fault }

    /// Takes the stream's next bytes, and returns what is decided now.
    ///
    /// - Throws: `InputError` for what is no stream or cannot be joined with the ride.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(InputError) -> [GateDecision] {
        var reports: [ActivityReport] = []
        try intake?.append(bytes, to: &reports)
        return take(reports)
    }

    private mutating func take(_ reports: [ActivityReport]) -> [GateDecision] {
        // A stream that begins behind the track is of another time: that is said at its end, and nothing is decided by it.
        if whole != nil, let first = intake?.first, let last = playback.scene.ride.fixes.last, first > last.elapsed {
            return []
        }
        for report in reports { playback.add(report) }
        playback.proceed()
        return playback.takeDecisions()
    }

    /// The stream is over; returns what is decided now.
    ///
    /// - Throws: as ``append(_:)``, and for a stream that was out of order.
    package mutating func endStream() throws(InputError) -> [GateDecision] {
        var reports: [ActivityReport] = []
        try intake?.end(to: &reports)
        // A stream that has nothing to do with the track is refused before it decides anything.
        if whole != nil { try intake?.judge(playback.scene.ride) }
        playback.endReports(after: reports)
        playback.proceed()
        return playback.takeDecisions()
    }

    /// Takes the track's next fix, which is not before the last one, and returns what is decided now.
    package mutating func append(_ fix: Location) -> [GateDecision] {
        playback.add(fix, phone?.receive(fix) ?? [])
        playback.proceed()
        return playback.takeDecisions()
    }

    /// Track and stream are over: plays the rest, and returns what was still to be decided.
    ///
    /// - Throws: `InputError` for a stream of another time than the ride.
    package mutating func finish() throws(InputError) -> [GateDecision] {
        if whole == nil {
            let ride = playback.scene.ride
            try intake?.judge(ride)
            playback.add(phone?.advance(to: simulator.end(of: ride.fixes)) ?? [])
            playback.endTrack()
            // The figures are those of the ride played whole.
            whole = (RideScene(ride, simulator: simulator), simulator.run(strategy, track: ride.fixes))
        }
        playback.finish()
        return playback.takeDecisions()
    }

    /// What came of it, without the decisions, which were taken; nil before ``finish()``.
    package var result: ReplayResult? {
        whole.map { $0.scene.result(of: $0.run, playback, policy) }
    }
}
