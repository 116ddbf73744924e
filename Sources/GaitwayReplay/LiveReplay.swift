// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase

/// A replay whose activity stream, track, or both come while it plays. Each decision comes out as soon as no later
/// input can change it.
///
/// Fixes come by time and reports by delivery, so that what lies before the last of each is certain. Inputs that are
/// finished give the same decisions as a ride played whole, in pieces of any size. Neither reports nor decisions are
/// kept; fixes are, for the figures at the end.
package struct LiveReplay: Sendable {
    private let policy: GatePolicy
    private let strategy: MonitoringStrategy
    private let simulator: GeofenceSimulator
    /// The ride, whose fixes grow while its track comes.
    private var ride: RecordedRide
    /// The scene and what the strategy made of it, once the track is known.
    private var whole: (scene: RideScene, run: GeofenceSimulator.Run)?
    private var intake: StreamIntake?
    private var driver: GateDriver

    /// A replay of a ride whose stream is still to come.
    ///
    /// - Parameter name: the stream's name, for errors and notes; nil for a ride that has the reports that it has.
    package init(
        _ scene: RideScene, policy: GatePolicy, strategy: MonitoringStrategy, stream name: String?
    ) throws(InputError) {
        self.policy = policy
        self.strategy = strategy
        simulator = scene.simulator
        let run = simulator.run(strategy, track: scene.ride.fixes)
        intake = name.map { StreamIntake($0, for: scene.ride) }
        ride = scene.ride
        driver = try GateDriver(scene, policy: policy, phone: nil, record: DriveRecord(keepsChanges: false))
        driver.take(run.events)
        driver.endTrack()
        if name == nil { driver.endReports(after: scene.ride.reports, canReport: scene.ride.canReport) }
        whole = (scene, run)
    }

    /// A replay of a ride whose track is still to come, too.
    ///
    /// - Parameters:
    ///   - ride: its name and its clock; it has no fixes yet.
    ///   - name: the stream's name; nil for a ride without a stream.
    package init(
        _ ride: RecordedRide, simulator: GeofenceSimulator, policy: GatePolicy, strategy: MonitoringStrategy,
        stream name: String?
    ) throws(InputError) {
        self.policy = policy
        self.strategy = strategy
        self.simulator = simulator
        self.ride = ride
        intake = name.map { StreamIntake($0, for: ride) }
        driver = try GateDriver(
            RideScene(ride, simulator: simulator), policy: policy, phone: simulator.phone(strategy),
            record: DriveRecord(keepsChanges: false))
        if name == nil { driver.endReports(canReport: false) }
    }

    /// Guesses about the stream, and what does not fit; complete after ``finish()``.
    package var notes: [RideNote] { intake?.notes ?? [] }

    /// The fault of the stream behind its last report that counts.
    package var fault: InputError? { intake?.fault }

    /// Takes the stream's next bytes, and returns the new decisions.
    ///
    /// - Throws: `InputError` for bytes that are not a stream, and for a stream that cannot be joined with the ride or
    ///   knows what comes later.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(InputError) -> [GateDecision] {
        var reports: [ActivityReport] = []
        try intake?.append(bytes, to: &reports)
        try intake?.refuseHindsight(isOver: false)
        return take(reports)
    }

    private mutating func take(_ reports: [ActivityReport]) -> [GateDecision] {
        // A stream that begins behind the track is of another time. Its end says so; until then its reports are left
        // out.
        if whole != nil, let first = intake?.first, let last = ride.fixes.last, first > last.elapsed { return [] }
        for report in reports { driver.take(report) }
        return driver.takeDecisions()
    }

    /// The stream is over; returns the new decisions.
    ///
    /// - Throws: as ``append(_:)``, and for a stream that was out of order.
    package mutating func endStream() throws(InputError) -> [GateDecision] {
        var reports: [ActivityReport] = []
        try intake?.end(to: &reports)
        try intake?.refuseHindsight(isOver: true)
        // A stream that has nothing to do with the track is refused before it decides anything.
        if whole != nil { try intake?.judge(ride) }
        driver.endReports(after: reports)
        driver.proceed()
        return driver.takeDecisions()
    }

    /// Takes the track's next fix, which is not before the last one, and returns the new decisions.
    package mutating func append(_ fix: Location) -> [GateDecision] {
        ride.fixes.append(fix)
        driver.take(fix)
        return driver.takeDecisions()
    }

    /// Track and stream are over: plays the rest, and returns the last decisions.
    ///
    /// - Throws: `InputError` for a stream of another time than the ride.
    package mutating func finish() throws(InputError) -> [GateDecision] {
        if whole == nil {
            try intake?.judge(ride)
            // The figures are those of the ride played whole.
            whole = (RideScene(ride, simulator: simulator), simulator.run(strategy, track: ride.fixes))
        }
        driver.finish()
        return driver.takeDecisions()
    }

    /// The outcome without the decisions, which were taken; nil before ``finish()``.
    package var result: ReplayResult? {
        var driver = driver
        return whole.map { $0.scene.result(of: $0.run, &driver, policy) }
    }
}
