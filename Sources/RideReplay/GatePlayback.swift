import Geofencing
import MotionTypes
import NotificationGate
import Timeline

/// A gate on the way through a ride: it is told what the phone learns, each thing when it is delivered.
///
/// What it is told may come piece by piece, fixes and reports each by time: ``proceed()`` plays what nothing that may still come can
/// change. A ride that is known whole gives the same.
struct GatePlayback {
    /// How far something is known.
    private enum Extent {
        case nothing
        case until(Duration)
        case all

        /// Whether all that comes before a time is known.
        func covers(before time: Duration) -> Bool {
            switch self {
            case .nothing: false
            case .until(let end): time <= end
            case .all: true
            }
        }

        /// Whether all that comes up to a time, and at it, is known.
        func covers(through time: Duration) -> Bool {
            if case .until(let end) = self { time < end } else { covers(before: time) }
        }
    }

    private(set) var scene: RideScene
    private let policy: GatePolicy
    private var gate: Gate
    /// What the phone is told of places, by delivery, and the first of it that the gate has not been told.
    private var events: [RegionEvent] = []
    private var nextEvent = 0
    /// The reports, by delivery, and the first of them that the gate has not been told.
    private var reports: [ActivityReport] = []
    private var nextReport = 0
    /// The first fix that the phone uses and the gate has not been told.
    private var nextFix = 0
    private var knownFixes = Extent.nothing
    private var knownReports = Extent.nothing
    private var hasStarted = false
    private var canReport = true
    private var latestDelivery = Duration.zero
    /// The places that the app holds the phone to be in, by number.
    private var inside: Set<Int> = []
    /// What the gate decided and nobody has taken yet.
    private(set) var decisions: [GateDecision] = []
    /// How the entries ended, whether or not the decisions were taken.
    private(set) var tally = DecisionTally()
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
        add(events)
        endTrack()
        endReports(after: scene.ride.reports, canReport: scene.ride.canReport)
        finish()
    }

    // MARK: What comes

    /// Takes the next fix of a track that comes piece by piece, and what the phone is told because of it.
    mutating func add(_ fix: Location, _ events: [RegionEvent]) {
        scene.append(fix)
        add(events)
        // The next fix may be of the same moment.
        knownFixes = .until(fix.elapsed)
    }

    /// Takes what the phone is told of places; later calls tell of later times, though perhaps of earlier deliveries.
    mutating func add(_ events: [RegionEvent]) {
        for event in events {
            // Those of one delivery keep their order.
            let place = self.events.partitioningIndex { $0.delivered > event.delivered }
            self.events.insert(event, at: max(place, nextEvent))
            latestDelivery = max(latestDelivery, event.delivered)
        }
    }

    /// There are no more fixes.
    mutating func endTrack() {
        knownFixes = .all
        end = max(scene.ride.fixes.last?.elapsed ?? .zero, latestDelivery) + Self.lead
    }

    /// Takes the next report; they come by delivery.
    mutating func add(_ report: ActivityReport) {
        reports.append(report)
        // There may be more of that moment.
        knownReports = .until(report.delivered)
    }

    /// There are no more reports than these. Without a source there is no motion chip to ask.
    mutating func endReports(after last: [ActivityReport] = [], canReport: Bool = true) {
        reports += last
        self.canReport = canReport
        knownReports = .all
    }

    // MARK: What follows

    /// Track and reports are over: plays all that is left, to a minute after the track's end.
    mutating func finish() {
        proceed()
        let moment = scene.ride.time(end)
        advance(to: moment)
        outlookTimes.end(at: moment)
    }

    /// Plays all that is certain.
    mutating func proceed() {
        guard hasStarted || start() else { return }
        while true {
            let event = nextEvent < events.count ? events[nextEvent].delivered : nil
            let report = nextReport < reports.count ? reports[nextReport].delivered : nil
            let fix = speedFix?.elapsed
            // Of one moment the app knows the reports first, and the fix before what follows from it.
            if let report, fix.map({ report <= $0 }) ?? true, event.map({ report <= $0 }) ?? true {
                guard knownFixes.covers(before: report) else { break }
                nextReport += 1
                // What comes after the end is nobody's business.
                if case .all = knownFixes, report > end { continue }
                give(.report(reports[nextReport - 1]), at: report)
            } else if let fix = speedFix, event.map({ fix.elapsed <= $0 }) ?? true {
                guard knownReports.covers(through: fix.elapsed) else { break }
                nextFix += 1
                give(.fix(GateFix(fix)), at: fix.elapsed)
            } else if let event {
                guard knownFixes.covers(through: event), knownReports.covers(through: event) else { break }
                nextEvent += 1
                give(events[nextEvent - 1])
            } else {
                break
            }
        }
        Self.forget(&events, &nextEvent)
        Self.forget(&reports, &nextReport)
    }

    /// The next fix, for a gate that looks at speeds.
    private var speedFix: Location? {
        let fixes = scene.fixes.fixes
        return policy.vehicleSpeed != nil && nextFix < fixes.count ? fixes[nextFix] : nil
    }

    /// Moves the decisions since the last call out.
    mutating func takeDecisions() -> [GateDecision] {
        defer { decisions = [] }
        return decisions
    }

    private mutating func note(_ new: [GateDecision]) {
        for decision in new { tally.add(decision) }
        decisions += new
    }

    /// Tells the gate whether there is a motion chip, once the first fix and the first report are known; false before.
    private mutating func start() -> Bool {
        if case .nothing = knownFixes { return false }
        if case .nothing = knownReports { return false }
        hasStarted = true
        let first = [scene.ride.fixes.first?.elapsed ?? .zero, reports.first?.delivered].compactMap { $0 }.min()
        give(.availability(canReport ? .available : .unsupported), at: first ?? .zero)
        return true
    }

    /// Drops what was played, in large steps, as taking from the front moves all the rest.
    private static func forget<Element>(_ elements: inout [Element], _ next: inout Int) {
        guard next > 1024 || next == elements.count else { return }
        elements.removeFirst(next)
        next = 0
    }

    /// Gives the gate the ticks that it asks for.
    private mutating func advance(to moment: Timestamp) {
        // A tick may show an alert, which changes what comes after it.
        while let wakeUp = gate.wakeUp, wakeUp <= moment {
            recordOutlooks(before: wakeUp)
            note(gate.handle(.tick, at: wakeUp))
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
        note(gate.handle(input, at: moment))
        recordOutlook(at: moment)
        mostWaiting = max(mostWaiting, gate.waitingEntries)
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
