import Geofencing
import MotionTypes
import NotificationGate

/// A gate on the way through a ride: it is told what the phone learns, each thing when it is delivered.
struct GatePlayback {
    private let scene: RideScene
    private let policy: GatePolicy
    private var gate: Gate
    /// The first report that the gate has not been told.
    private var nextReport = 0
    /// The first fix that the gate has not been told.
    private var nextFix = 0
    /// The places that the app holds the phone to be in, by number.
    private var inside: Set<Int> = []
    /// What the gate decided.
    private(set) var decisions: [GateDecision] = []
    /// The most entries that waited at once.
    private(set) var mostWaiting = 0
    /// What the gate would have made of an alert, from each change on; empty where nobody wants to see it.
    private(set) var outlooks: [ReplayTrace.Outlook] = []
    private let recordsOutlooks: Bool
    /// When the last of them may change by itself.
    private var nextOutlook: Timestamp?
    /// When the playback ended, in elapsed time.
    private(set) var end = Duration.zero
    /// Entries without a final decision.
    var waiting: Int { gate.waitingEntries }

    /// How long after the last fix the gate goes on.
    static let lead = Duration.seconds(60)

    /// - Parameter recordsOutlooks: whether ``outlooks`` are kept.
    /// - Throws: `InputError` for a policy that cannot be kept.
    init(_ scene: RideScene, policy: GatePolicy, recordsOutlooks: Bool = false) throws(InputError) {
        self.scene = scene
        self.policy = policy
        gate = try Gate(policy: policy)
        self.recordsOutlooks = recordsOutlooks
    }

    /// Plays a phone's events, by delivery, and the scene's reports among them, to the track's end.
    mutating func play(_ events: [RegionEvent]) {
        let fixes = scene.ride.fixes
        let start =
            [fixes.first?.elapsed ?? .zero, scene.ride.reports.first?.delivered].compactMap { $0 }.min() ?? .zero
        // Without anything that could report there is no motion chip to ask.
        give(.availability(scene.ride.canReport ? .available : .unsupported), at: start)
        for event in events {
            giveInputs(until: event.delivered)
            give(event)
        }
        end = max(fixes.last?.elapsed ?? .zero, events.last?.delivered ?? .zero) + Self.lead
        giveInputs(until: end)
        advance(to: scene.ride.time(end))
    }

    /// Gives the gate the ticks that it asks for.
    private mutating func advance(to moment: Timestamp) {
        guard recordsOutlooks else { return decisions += gate.advance(to: moment) }
        // A tick may show an alert, which changes what comes after it.
        while let wakeUp = gate.wakeUp, wakeUp <= moment {
            recordOutlooks(before: wakeUp)
            decisions += gate.handle(.tick, at: wakeUp)
            recordOutlook(at: wakeUp)
        }
        recordOutlooks(before: moment)
    }

    private mutating func recordOutlooks(before moment: Timestamp) {
        while let next = nextOutlook, next < moment { recordOutlook(at: next) }
    }

    private mutating func recordOutlook(at moment: Timestamp) {
        guard recordsOutlooks else { return }
        let outlook = gate.outlook(at: moment)
        nextOutlook = outlook.changes
        // Of one moment the last counts.
        if outlooks.last?.time == moment { outlooks.removeLast() }
        if outlooks.last?.reasons != outlook.reasons {
            outlooks.append(.init(time: moment, isHeld: !outlook.holds.isEmpty, reasons: outlook.reasons))
        }
    }

    private mutating func give(_ input: GateInput, at elapsed: Duration) {
        let moment = scene.ride.time(elapsed)
        advance(to: moment)
        decisions += gate.handle(input, at: moment)
        recordOutlook(at: moment)
        mostWaiting = max(mostWaiting, gate.waitingEntries)
    }

    /// Gives the gate the reports and, where it looks at them, the fixes, in the order of their times.
    private mutating func giveInputs(until elapsed: Duration) {
        let fixes = policy.vehicleSpeed == nil ? [] : scene.fixes.fixes
        while nextFix < fixes.count, fixes[nextFix].elapsed <= elapsed {
            let fix = fixes[nextFix]
            giveReports(until: fix.elapsed)
            give(.fix(GateFix(fix)), at: fix.elapsed)
            nextFix += 1
        }
        giveReports(until: elapsed)
    }

    private mutating func giveReports(until elapsed: Duration) {
        let reports = scene.ride.reports
        while nextReport < reports.count, reports[nextReport].delivered <= elapsed {
            let report = reports[nextReport]
            give(.report(report), at: report.delivered)
            nextReport += 1
        }
    }

    private mutating func give(_ event: RegionEvent) {
        guard let number = scene.number(of: event.region) else { return }
        if event.kind == .enter { inside.insert(number) }
        if event.kind == .exit { inside.remove(number) }
        let moment = scene.simulator.places.places[number].rules.moment
        switch event.meaning(for: moment) {
        case .alert: give(.enter(entry(event, number: number)), at: event.delivered)
        case .end:
            give(moment == .exit ? .comeBack(place: event.region) : .exit(place: event.region), at: event.delivered)
        case nil: break
        }
    }

    private func entry(_ event: RegionEvent, number: Int) -> RegionEntry {
        let place = scene.simulator.places.places[number]
        return RegionEntry(
            place: place.identifier, story: place.story,
            distance: scene.distance(to: place, at: event.time).map(Self.rounded),
            speed: event.speed.map(Self.rounded),
            nearestOther: nearestOther(at: event.delivered).map(Self.rounded), rules: place.rules)
    }

    /// Metres to the edge of the nearest place that may still be entered and alert; nil where nothing asks for it.
    private func nearestOther(at elapsed: Duration) -> Double? {
        guard policy.collapseWindow > .zero, let fix = scene.fixes.last(at: elapsed) else { return nil }
        let places = scene.simulator.places
        let moment = scene.ride.time(elapsed)
        return places.distanceToEdge(latitude: fix.latitude, longitude: fix.longitude) { other in
            !inside.contains(other) && !gate.ignores(places.places[other].identifier, at: moment)
        }
    }

    /// To the decimetre, as no fix is better.
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
