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
    private let numbers: [String: Int]

    init(track: LoadedTrack, activities: ActivitySource, simulator: GeofenceSimulator) {
        self.track = track
        self.activities = activities
        self.simulator = simulator
        var punctual = simulator
        punctual.delay = .none
        oracle = punctual.run(.oracle, track: track.fixes)
        var numbers: [String: Int] = [:]
        for (number, place) in simulator.places.places.enumerated() { numbers[place.identifier] = number }
        self.numbers = numbers
    }

    /// The place of an identifier.
    func place(_ identifier: String) -> Place? { numbers[identifier].map { simulator.places.places[$0] } }

    /// The wall-clock time of an elapsed time; without a wall clock, elapsed 0 stands for the start of 1970.
    func time(_ elapsed: Int64) -> Timestamp {
        (track.origin ?? Timestamp(nanoseconds: 0)).advanced(byNanoseconds: elapsed)
    }

    /// Plays the track for a strategy, and its events and the reports through a gate.
    func play(_ strategy: MonitoringStrategy, policy: GatePolicy) throws -> SimulationResult {
        let run = simulator.run(strategy, track: track.fixes)
        let places = simulator.places
        var gate = try Gate(policy: policy)
        var decisions: [GateDecision] = []
        var mostWaiting = 0
        func give(_ input: GateInput, at elapsed: Int64) {
            let moment = time(elapsed)
            decisions += gate.advance(to: moment)
            decisions += gate.handle(input, at: moment)
            mostWaiting = max(mostWaiting, gate.waitingEntries)
        }
        let reports = activities.reports
        let start = min(track.fixes.first?.elapsed ?? 0, reports.first?.delivered ?? .max)
        // Without anything that could report there is no motion chip to ask.
        give(.availability(activities.isAvailable ? .available : .unsupported), at: start)
        var next = 0
        func giveReports(until elapsed: Int64) {
            while next < reports.count, reports[next].delivered <= elapsed {
                let report = reports[next]
                give(.report(MotionReport(report.activity, isRepeat: report.isRepeat)), at: report.delivered)
                next += 1
            }
        }
        var inside: Set<Int> = []
        for event in run.events {
            giveReports(until: event.delivered)
            guard let number = numbers[event.region] else { continue }
            switch event.kind {
            case .enter:
                inside.insert(number)
                let moment = time(event.delivered)
                let shares = policy.collapseWindow > .zero
                let nearestOther = (shares ? fix(at: event.delivered) : nil).map { fix in
                    places.distanceToEdge(latitude: fix.latitude, longitude: fix.longitude) { other in
                        !inside.contains(other) && !gate.ignores(places.places[other].identifier, at: moment)
                    }
                }
                let place = places.places[number]
                let entry = RegionEntry(
                    place: place.identifier, story: place.story, distance: distance(to: place, at: event.time),
                    speed: event.speed.map(Self.rounded), nearestOther: nearestOther.map(Self.rounded))
                give(.enter(entry), at: event.delivered)
            case .exit:
                inside.remove(number)
                give(.exit(place: event.region), at: event.delivered)
            default: break
            }
        }
        let end = max(track.fixes.last?.elapsed ?? 0, run.events.last?.delivered ?? 0) &+ 60_000_000_000
        giveReports(until: end)
        decisions += gate.advance(to: time(end))
        return SimulationResult(
            strategy: strategy, policy: policy.name, run: run,
            coverage: simulator.report(run, oracle: oracle, track: track.fixes), decisions: decisions,
            waiting: gate.waitingEntries, mostWaiting: mostWaiting)
    }

    /// Metres from the last fix at a time to a place.
    private func distance(to place: Place, at elapsed: Int64) -> Double? {
        fix(at: elapsed).flatMap { fix in
            PlaceIndex([place]).nearest(1, latitude: fix.latitude, longitude: fix.longitude).first?.distance
        }.map(Self.rounded)
    }

    /// To the decimetre, as no fix is better.
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// The last fix at a time.
    private func fix(at elapsed: Int64) -> Location? {
        var low = 0
        var high = track.fixes.count
        while low < high {
            let middle = (low + high) / 2
            if track.fixes[middle].elapsed <= elapsed { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? track.fixes[low - 1] : nil
    }
}
