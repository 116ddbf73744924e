import Geofencing
import MotionTypes
import NotificationGate

/// A gate on the way through a ride: it is told what the phone learns, each thing when it is delivered.
struct GatePlayback {
    private let scene: RideScene
    private let policy: GatePolicy
    private var gate: Gate
    /// What the phone is told of places, by delivery, and the first of it that the gate has not been told.
    private var events: [RegionEvent] = []
    private var nextEvent = 0
    private var hasStarted = false
    /// The places that the app holds the phone to be in, by number.
    private var inside: Set<Int> = []
    /// What the gate decided.
    private(set) var decisions: [GateDecision] = []
    /// How many of them were taken.
    private var taken = 0
    /// The most entries that waited at once.
    private(set) var mostWaiting = 0
    /// What the gate would have made of an alert, from each change on; empty where nobody wants to see it.
    private(set) var outlooks: [ReplayTrace.Outlook] = []
    /// For how long it would have held an alert back, and why.
    private(set) var outlookTimes = OutlookTimes()
    private let recordsOutlooks: Bool
    /// When the last of them may change by itself.
    private var nextOutlook: Timestamp?
    /// When the playback ended, in elapsed time.
    private(set) var end = Duration.zero
    /// Entries without a final decision.
    var waiting: Int { gate.waitingEntries }

    /// How long after the last fix the gate goes on.
    private static let lead = Duration.seconds(60)

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
        begin(events)
        for report in scene.ride.reports { take(report) }
        finish(canReport: scene.ride.canReport)
    }

    /// Takes a phone's events, by delivery. They are played as the reports show that nothing comes before them.
    mutating func begin(_ events: [RegionEvent]) {
        self.events = events
        end = max(scene.ride.fixes.last?.elapsed ?? .zero, events.last?.delivered ?? .zero) + Self.lead
    }

    /// Takes the next report; they come by delivery. What was to happen before it is certain, and is played.
    mutating func take(_ report: ActivityReport) {
        start(canReport: true, report: report.delivered)
        // What comes after the end is nobody's business.
        guard report.delivered <= end else { return }
        // An event of the same moment waits: the app knows of the report first, and there may be more of that moment.
        while nextEvent < events.count, events[nextEvent].delivered < report.delivered { giveEvent() }
        give(.report(report), at: report.delivered)
    }

    /// There are no more reports: plays all that is left, to a minute after the track's end.
    mutating func finish(canReport: Bool) {
        start(canReport: canReport, report: nil)
        while nextEvent < events.count { giveEvent() }
        let moment = scene.ride.time(end)
        advance(to: moment)
        outlookTimes.end(at: moment)
    }

    /// Moves the decisions since the last call out.
    mutating func takeDecisions() -> ArraySlice<GateDecision> {
        defer { taken = decisions.count }
        return decisions[taken...]
    }

    private mutating func start(canReport: Bool, report: Duration?) {
        guard !hasStarted else { return }
        hasStarted = true
        let start = [scene.ride.fixes.first?.elapsed ?? .zero, report].compactMap { $0 }.min() ?? .zero
        // Without anything that could report there is no motion chip to ask.
        give(.availability(canReport ? .available : .unsupported), at: start)
    }

    private mutating func giveEvent() {
        give(events[nextEvent])
        nextEvent += 1
    }

    /// Gives the gate the ticks that it asks for.
    private mutating func advance(to moment: Timestamp) {
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
        let outlook = gate.outlook(at: moment)
        nextOutlook = outlook.changes
        outlookTimes.change(to: outlook, at: moment)
        guard recordsOutlooks else { return }
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

    private mutating func give(_ event: RegionEvent) {
        guard let number = scene.number(of: event.region) else { return }
        switch event.kind {
        case .enter:
            inside.insert(number)
            give(.enter(entry(event, number: number)), at: event.delivered)
        case .exit:
            inside.remove(number)
            give(.exit(place: event.region), at: event.delivered)
        case .inside, .outside, .dwell, .cross: break
        }
    }

    private func entry(_ event: RegionEvent, number: Int) -> RegionEntry {
        let place = scene.simulator.places.places[number]
        return RegionEntry(
            place: place.identifier, story: place.story,
            distance: scene.distance(to: place, at: event.time).map(Self.rounded),
            speed: event.speed.map(Self.rounded),
            nearestOther: nearestOther(at: event.delivered).map(Self.rounded))
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
