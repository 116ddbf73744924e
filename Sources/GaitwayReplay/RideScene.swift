// SPDX-License-Identifier: Apache-2.0
public import GaitwayAlerts
public import GaitwayBase

/// A ride and the places along it, ready to be played for any policy and strategy.
///
/// ```swift
/// var ride = try RecordedRide(log: "Datasets/commute")
/// try ride.join(stream: bytes, source: "commute.ndjson")
/// let result = try RideScene(ride, places: places).play(policy: .gaitway)
/// ```
public struct RideScene: Sendable {
    /// Where the phone was and what it did.
    public let ride: RecordedRide
    /// The places, and the phone that watches them.
    public let simulator: GeofenceSimulator
    /// What could be seen: every place watched, every event at once.
    let oracle: GeofenceSimulator.Run
    /// Where the phone was seen: the fixes that it uses.
    let fixes: AcceptedFixes
    /// How many fixes the phone uses, and why it refuses the others.
    let fixUse: FixUse
    let numbers: PlaceNumbers

    /// A scene with a phone of your own: its policy, and how late it learns of an entry.
    public init(_ ride: RecordedRide, simulator: GeofenceSimulator) {
        self.ride = ride
        self.simulator = simulator
        var punctual = simulator
        punctual.delay = .none
        punctual.conditions = PhoneConditions()
        oracle = punctual.run(.oracle, track: ride.fixes)
        let isApproximate = simulator.conditions.approximation != nil
        let seen = isApproximate ? ride.fixes.map(simulator.conditions.seen) : ride.fixes
        fixes = AcceptedFixes(seen, policy: simulator.policy)
        fixUse = FixUse(seen, policy: simulator.policy)
        numbers = PlaceNumbers(simulator.places)
    }

    /// A scene with a phone that keeps the usual rules and learns of entries at once.
    public init(_ ride: RecordedRide, places: PlaceSet) {
        self.init(ride, simulator: GeofenceSimulator(places: places))
    }

    /// The ride past places with other radii, on the same phone.
    package func with(_ radius: PlaceRadius) -> RideScene {
        var simulator = GeofenceSimulator(places: radius.applied(to: simulator.places))
        (simulator.policy, simulator.delay) = (self.simulator.policy, self.simulator.delay)
        (simulator.conditions, simulator.change) = (self.simulator.conditions, self.simulator.change)
        return RideScene(ride, simulator: simulator)
    }

    /// Plays the ride: the strategy chooses what the phone monitors, and what it enters goes through a gate with the
    /// ride's reports.
    ///
    /// - Throws: `InputError` for an invalid policy.
    public func play(
        policy: GatePolicy = .gaitway, strategy: MonitoringStrategy = .bubbleDifference
    ) throws(InputError) -> ReplayResult {
        try play(run(strategy), policy: policy)
    }

    /// What the phone sees with a strategy; it does not depend on the policy.
    package func run(_ strategy: MonitoringStrategy) -> GeofenceSimulator.Run {
        simulator.run(strategy, track: ride.fixes)
    }

    /// Plays what the phone saw through a gate.
    package func play(_ run: GeofenceSimulator.Run, policy: GatePolicy) throws(InputError) -> ReplayResult {
        var driver = try drive(run, policy: policy, DriveRecord())
        return result(of: run, &driver, policy)
    }

    /// The ride as a scenario of its gate, which plays without log and places: all that the gate took, and each of its
    /// decisions.
    package func scenario(
        policy: GatePolicy, strategy: MonitoringStrategy = .bubbleDifference
    ) throws(InputError) -> String {
        var driver = try drive(run(strategy), policy: policy, DriveRecord(keepsInputs: true))
        return ScenarioText.text(
            why: "What the policy \(policy.name) decides on the ride \(ride.source).", policy: policy,
            inputs: driver.record?.inputs ?? [], until: ride.time(driver.end), decisions: driver.takeDecisions())
    }

    /// Plays the ride and keeps all that happened on the way.
    package func trace(policy: GatePolicy, strategy: MonitoringStrategy) throws(InputError) -> ReplayTrace {
        let run = run(strategy)
        var driver = try drive(run, policy: policy, DriveRecord(keepsChanges: true))
        return ReplayTrace(
            scene: self, result: result(of: run, &driver, policy), events: run.events,
            outlooks: driver.record?.outlookChanges ?? [], end: driver.end)
    }

    /// Drives a gate through the whole ride.
    private func drive(
        _ run: GeofenceSimulator.Run, policy: GatePolicy, _ record: DriveRecord
    ) throws(InputError) -> GateDriver {
        var driver = try GateDriver(self, policy: policy, phone: nil, record: record)
        driver.take(run.events)
        driver.endReports(after: ride.reports, canReport: ride.canReport)
        driver.finish()
        return driver
    }

    /// The outcome of a drive; its decisions move into the result.
    func result(of run: GeofenceSimulator.Run, _ driver: inout GateDriver, _ policy: GatePolicy) -> ReplayResult {
        ReplayResult(
            scene: self, strategy: run.phone.strategy, policy: policy.name,
            coverage: simulator.report(run, oracle: oracle, track: ride.fixes), decisions: driver.takeDecisions(),
            watches: run.phone.watches, bubbles: run.phone.bubbles, use: simulator.use(of: run, track: ride.fixes),
            waiting: driver.waiting, mostWaiting: driver.record?.mostWaiting ?? 0, fixUse: fixUse,
            passes: oracle.phone.passes,
            outlookTimes: driver.record?.outlookTimes ?? OutlookTimes(), tally: driver.record?.tally ?? DecisionTally())
    }

    /// A place's index in the set.
    package func number(of identifier: String) -> Int? { numbers[identifier] }

    func place(_ identifier: String) -> Place? { number(of: identifier).map { simulator.places.places[$0] } }
}
