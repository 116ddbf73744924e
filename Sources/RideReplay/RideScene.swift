public import Geofencing
public import MotionTypes
public import NotificationGate

/// A ride and the places along it, ready to be played for any policy and strategy.
///
/// ```swift
/// var ride = try RecordedRide(log: "Datasets/commute")
/// try ride.join(stream: bytes, source: "commute.ndjson")
/// let result = try RideScene(ride, places: places).play(policy: .gaitway)
/// ```
public struct RideScene: Sendable {
    /// Where the phone was and what it did.
    public private(set) var ride: RecordedRide
    /// The places, and the phone that watches them.
    public let simulator: GeofenceSimulator
    /// What was there to be seen: every place watched, told at once.
    let oracle: GeofenceSimulator.Run
    /// Where the phone was seen: the fixes that it uses.
    private(set) var fixes: AcceptedFixes
    /// How many fixes the phone uses, and why it refuses the others.
    let fixUse: FixUse
    private let numbers: [String: Int]

    /// A scene with a phone of one's own: its policy, and how late it is told of what it enters.
    public init(_ ride: RecordedRide, simulator: GeofenceSimulator) {
        self.ride = ride
        self.simulator = simulator
        var punctual = simulator
        punctual.delay = .none
        oracle = punctual.run(.oracle, track: ride.fixes)
        fixes = AcceptedFixes(ride.fixes, policy: simulator.policy)
        fixUse = FixUse(ride.fixes, policy: simulator.policy)
        var numbers: [String: Int] = [:]
        for (number, place) in simulator.places.places.enumerated() { numbers[place.identifier] = number }
        self.numbers = numbers
    }

    /// A scene with a phone that keeps the usual rules and is told at once.
    public init(_ ride: RecordedRide, places: PlaceSet) {
        self.init(ride, simulator: GeofenceSimulator(places: places))
    }

    /// Adds the next fix of a track that comes piece by piece: where the phone was is known, and nothing else yet.
    mutating func append(_ fix: Location) {
        ride.fixes.append(fix)
        fixes.append(fix)
    }

    /// Plays the ride: the strategy chooses what the phone monitors, and what it enters goes through a gate with the ride's reports.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    public func play(
        policy: GatePolicy = .gaitway, strategy: MonitoringStrategy = .bubbleDifference
    ) throws(InputError) -> ReplayResult {
        let run = simulator.run(strategy, track: ride.fixes)
        var playback = try GatePlayback(self, policy: policy)
        playback.play(run.events)
        return result(of: run, playback, policy)
    }

    /// The same, with all that happened on the way.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    package func trace(policy: GatePolicy, strategy: MonitoringStrategy) throws(InputError) -> ReplayTrace {
        let run = simulator.run(strategy, track: ride.fixes)
        var playback = try GatePlayback(self, policy: policy, recordsOutlooks: true)
        playback.play(run.events)
        return ReplayTrace(
            scene: self, result: result(of: run, playback, policy), events: run.events, outlooks: playback.outlooks,
            end: playback.end)
    }

    func result(
        of run: GeofenceSimulator.Run, _ playback: GatePlayback, _ policy: GatePolicy
    ) -> ReplayResult {
        ReplayResult(
            scene: self, strategy: run.phone.strategy, policy: policy.name,
            coverage: simulator.report(run, oracle: oracle, track: ride.fixes), decisions: playback.decisions,
            watches: run.phone.watches, bubbles: run.phone.bubbles, use: simulator.use(of: run, track: ride.fixes),
            waiting: playback.waiting, mostWaiting: playback.mostWaiting, fixUse: fixUse, passes: oracle.phone.passes,
            outlookTimes: playback.outlookTimes, tally: playback.tally)
    }

    /// A place's index in the set.
    package func number(of identifier: String) -> Int? { numbers[identifier] }

    /// The place of an identifier.
    func place(_ identifier: String) -> Place? { number(of: identifier).map { simulator.places.places[$0] } }

    /// Metres from where the phone was last seen at a time to a place.
    func distance(to place: Place, at elapsed: Duration) -> Double? {
        fixes.last(at: elapsed).flatMap { fix in
            PlaceIndex([place]).nearest(1, latitude: fix.latitude, longitude: fix.longitude).first?.distance
        }
    }
}
