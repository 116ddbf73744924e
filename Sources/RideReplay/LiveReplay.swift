package import Geofencing
package import MotionTypes
package import NotificationGate

/// A replay whose activity stream comes while it plays: each decision is out as soon as nothing that may still come can change it.
///
/// What was delivered before the last report is certain: the fixes are known, and reports come by delivery. A finished stream gives the same
/// decisions as a ride that it was joined to, in pieces of any size. Reports are not kept.
package struct LiveReplay: Sendable {
    private let scene: RideScene
    private let policy: GatePolicy
    private let run: GeofenceSimulator.Run
    private var intake: StreamIntake
    private var playback: GatePlayback

    /// A replay before its stream.
    ///
    /// - Parameter name: the stream's name, for errors and notes.
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(
        _ scene: RideScene, policy: GatePolicy, strategy: MonitoringStrategy, stream name: String
    ) throws(InputError) {
        self.scene = scene
        self.policy = policy
        run = scene.simulator.run(strategy, track: scene.ride.fixes)
        intake = StreamIntake(name, for: scene.ride)
        playback = try GatePlayback(scene, policy: policy)
        playback.begin(run.events)
    }

    /// What was guessed about the stream and does not fit; complete after ``finish()``.
    package var notes: [RideNote] { intake.notes }

    /// What was wrong with the stream behind its last report that counts.
    package var fault: InputError? { intake.fault }

    /// Takes the stream's next bytes, and returns what is decided now.
    ///
    /// - Throws: `InputError` for what is no stream or cannot be joined with the ride.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(InputError) -> ArraySlice<GateDecision> {
        var reports: [ActivityReport] = []
        try intake.append(bytes, to: &reports)
        for report in reports { playback.take(report) }
        return playback.takeDecisions()
    }

    /// The stream is over: plays the rest, and returns what was still to be decided.
    ///
    /// - Throws: `InputError` for what is no stream, one that was out of order, and one of another time than the ride.
    package mutating func finish() throws(InputError) -> ArraySlice<GateDecision> {
        var reports: [ActivityReport] = []
        try intake.finish(to: &reports)
        for report in reports { playback.take(report) }
        playback.finish(canReport: true)
        return playback.takeDecisions()
    }

    /// What came of it, after ``finish()``.
    package var result: ReplayResult { scene.result(of: run, playback, policy) }
}
