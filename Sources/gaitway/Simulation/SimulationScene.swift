import ActivityStream
import Geofencing
import MotionTypes
import NotificationGate

/// A track, its activities and its places, ready to be played for any strategy and policy.
struct SimulationScene {
    let track: LoadedTrack
    let activities: ActivitySource
    let simulator: GeofenceSimulator
    /// What was there to be seen: every place watched, told at once.
    let oracle: GeofenceSimulator.Run
    /// Where the phone was seen: the fixes that it uses.
    let fixes: AcceptedFixes
    private let numbers: [String: Int]

    init(track: LoadedTrack, activities: ActivitySource, simulator: GeofenceSimulator) {
        self.track = track
        self.activities = activities
        self.simulator = simulator
        var punctual = simulator
        punctual.delay = .none
        oracle = punctual.run(.oracle, track: track.fixes)
        fixes = AcceptedFixes(track.fixes, policy: simulator.policy)
        var numbers: [String: Int] = [:]
        for (number, place) in simulator.places.places.enumerated() { numbers[place.identifier] = number }
        self.numbers = numbers
    }

    /// A place's index in the set.
    func number(of identifier: String) -> Int? { numbers[identifier] }

    /// The place of an identifier.
    func place(_ identifier: String) -> Place? { number(of: identifier).map { simulator.places.places[$0] } }

    /// The wall-clock time of an elapsed time; without a wall clock, elapsed 0 stands for the start of 1970.
    func time(_ elapsed: Duration) -> Timestamp {
        (track.origin ?? Timestamp(nanoseconds: 0)) + elapsed
    }

    /// Plays the track for a strategy, and its events and the reports through a gate.
    func play(_ strategy: MonitoringStrategy, policy: GatePolicy) throws -> SimulationResult {
        let run = simulator.run(strategy, track: track.fixes)
        var playback = try GatePlayback(self, policy: policy)
        playback.play(run.events)
        return SimulationResult(
            strategy: strategy, policy: policy.name, run: run,
            coverage: simulator.report(run, oracle: oracle, track: track.fixes), decisions: playback.decisions,
            waiting: playback.waiting, mostWaiting: playback.mostWaiting)
    }

    /// Metres from where the phone was last seen at a time to a place.
    func distance(to place: Place, at elapsed: Duration) -> Double? {
        fixes.last(at: elapsed).flatMap { fix in
            PlaceIndex([place]).nearest(1, latitude: fix.latitude, longitude: fix.longitude).first?.distance
        }
    }
}
