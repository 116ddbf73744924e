// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Drives a gate with what a phone learns: fixes, reports and time go in, decisions and the outlook come out.
///
/// This pure state machine is shared by replays, the live page and apps. Fixes come by time and reports by delivery,
/// each in pieces of any size. The driver gives the gate an input as soon as no earlier input can still come, so that a
/// ride in pieces gives the same decisions as the whole ride. Of one moment the gate gets the reports first, then the
/// fix, then its region events.
///
/// Between two fixes the phone is taken to move on a straight way, so a region event may lie before the fix that shows
/// it. Reports after the last fix therefore wait for the next fix. ``advance(to:)`` ends the wait.
///
/// ```swift
/// var driver = try GateDriver(policy: .gaitway, places: places, origin: now)
/// driver.take(fix)
/// driver.take(report)
/// driver.advance(to: elapsed)
/// for decision in driver.takeDecisions() where decision.kind == .deliver { show(decision.place) }
/// ```
public struct GateDriver: Sendable {
    private let policy: GatePolicy
    private let places: PlaceSet?
    private let origin: Timestamp
    private var gate: Gate
    /// The phone that turns fixes into region events; nil if the caller gives the events.
    private var phone: PhoneModel?
    private let numbers: PlaceNumbers
    /// Two fixes farther apart than this have no way between them.
    private let longestStep: Duration
    /// The fixes that the phone uses, without old ones that no later input needs.
    private var fixes: AcceptedFixes
    /// The first of them that the gate has not seen.
    private var nextFix = 0
    /// The times of the first and the last fix, used or not.
    private var firstFix: Duration?
    private var lastFix: Duration?
    /// Region events by delivery, and the first that the gate has not seen.
    private var events: [RegionEvent] = []
    private var nextEvent = 0
    private var latestDelivery = Duration.zero
    /// Reports by delivery, and the first that the gate has not seen.
    private var reports: [ActivityReport] = []
    private var nextReport = 0
    private var knownFixes = KnownExtent.nothing
    private var knownReports = KnownExtent.nothing
    private var hasStarted = false
    private var canReport = true
    /// The places that the phone is in, by number.
    private var inside: Set<Int> = []
    /// The time of the latest input.
    private var latest: Timestamp
    private var decisions: [GateDecision] = []
    /// The figures of a replay; nil if the caller does not want them.
    package private(set) var record: DriveRecord?
    /// When the drive ends, in elapsed time; set by ``endTrack()``.
    package private(set) var end = Duration.zero
    /// Entries without a final decision.
    package var waiting: Int { gate.waitingEntries }

    /// How long after the last fix the gate goes on.
    package static let lead = Duration.seconds(60)

    /// A driver whose phone watches places by the default strategy, with the phones' usual rules.
    ///
    /// - Parameters:
    ///   - policy: the gate's rules.
    ///   - places: nil if only ``outlook(at:)`` is of interest.
    ///   - origin: the wall-clock time of elapsed 0.
    /// - Throws: `InputError` for an invalid policy.
    public init(policy: GatePolicy, places: PlaceSet?, origin: Timestamp) throws(InputError) {
        try self.init(
            policy: policy, places: places, numbers: places.map { PlaceNumbers($0) } ?? PlaceNumbers(),
            phone: places.map { GeofenceSimulator(places: $0).phone(.bubbleDifference) },
            fixes: AcceptedFixes([], policy: MonitorPolicy()), longestStep: MonitorPolicy().longestStep,
            origin: origin, record: nil)
    }

    /// A driver whose parts the caller makes.
    ///
    /// - Parameters:
    ///   - phone: turns fixes into region events; nil if the caller gives them.
    ///   - record: takes the figures; nil for none.
    ///   - firstFix: the time of a known track's first fix.
    ///   - lastFix: the time of its last fix.
    package init(
        policy: GatePolicy, places: PlaceSet?, numbers: PlaceNumbers, phone: PhoneModel?, fixes: AcceptedFixes,
        longestStep: Duration, origin: Timestamp, record: DriveRecord?,
        firstFix: Duration? = nil, lastFix: Duration? = nil
    ) throws(InputError) {
        gate = try Gate(policy: policy)
        self.policy = policy
        self.places = places
        self.numbers = numbers
        self.phone = phone
        self.fixes = fixes
        self.longestStep = max(.zero, longestStep)
        self.origin = origin
        self.record = record
        self.firstFix = firstFix
        self.lastFix = lastFix
        latest = Timestamp(nanoseconds: .min)
    }

    // MARK: Inputs

    /// Takes the next fix; one that lies before the last fix is left out.
    public mutating func take(_ fix: Location) {
        guard lastFix.map({ fix.elapsed >= $0 }) ?? true else { return }
        fixes.append(phone?.conditions.seen(fix) ?? fix)
        firstFix = firstFix ?? fix.elapsed
        lastFix = fix.elapsed
        take(phone?.receive(fix) ?? [])
        // The next fix may have the same time.
        knownFixes.extend(to: fix.elapsed)
        proceed()
    }

    /// Takes the next report; reports come by delivery.
    public mutating func take(_ report: ActivityReport) {
        reports.append(report)
        // Another report may come at the same moment.
        knownReports.extend(to: report.delivered)
        proceed()
    }

    /// Takes region events; later calls bring later events, though perhaps of earlier deliveries.
    package mutating func take(_ events: [RegionEvent]) {
        for event in events {
            // Those of one delivery keep their order.
            let place = self.events.partitioningIndex { $0.delivered > event.delivered }
            self.events.insert(event, at: max(place, nextEvent))
            latestDelivery = max(latestDelivery, event.delivered)
        }
    }

    /// Takes what the person says at `elapsed`. Everything before this time has been taken.
    public mutating func take(_ action: UserAction, at elapsed: Duration) {
        advance(to: elapsed)
        give(.user(action), at: elapsed)
    }

    /// States that every report and fix before `elapsed` has been taken.
    ///
    /// Without a fix for the longest step, the phone stays where the last fix saw it, as in a replay.
    package mutating func complete(until elapsed: Duration) {
        knownReports.extend(to: elapsed)
        if elapsed > (lastFix ?? .zero) + longestStep {
            take(phone?.advance(to: elapsed) ?? [])
            knownFixes.extend(to: elapsed)
        }
        proceed()
    }

    /// Sets the clock to `elapsed`. The phone stays where the last fix saw it, and the driver waits for no earlier
    /// input.
    public mutating func advance(to elapsed: Duration) {
        take(phone?.advance(to: elapsed) ?? [])
        knownReports.extend(to: elapsed)
        knownFixes.extend(to: elapsed)
        proceed()
    }

    /// No fix follows: the last entry settles for a minute.
    package mutating func endTrack() {
        if let lastFix { take(phone?.advance(to: lastFix + GeofenceSimulator.runOn) ?? []) }
        knownFixes = .all
        end = max(lastFix ?? .zero, latestDelivery) + Self.lead
    }

    /// Ends the reports after `last`. Without a source of reports, motion activity is unsupported.
    package mutating func endReports(after last: [ActivityReport] = [], canReport: Bool = true) {
        reports += last
        self.canReport = canReport
        knownReports = .all
    }

    /// Ends track and reports, and plays the rest, to a minute after the track's end.
    package mutating func finish() {
        endTrack()
        knownReports = .all
        proceed()
        let moment = origin + end
        tick(until: moment)
        record?.end(at: moment)
    }

    // MARK: Outputs

    /// Moves the decisions since the last call out.
    public mutating func takeDecisions() -> [GateDecision] {
        defer { decisions = [] }
        return decisions
    }

    /// What the gate would make of an alert at `elapsed`, by all inputs up to then.
    public func outlook(at elapsed: Duration) -> GateOutlook {
        var now = self
        now.record = nil
        now.knownFixes.extend(to: elapsed + .nanoseconds(1))
        now.knownReports.extend(to: elapsed + .nanoseconds(1))
        now.proceed()
        return now.gate.outlook(at: max(origin + elapsed, now.latest))
    }

    // MARK: What follows

    /// Plays all that is certain.
    package mutating func proceed() {
        guard hasStarted || start() else { return }
        while true {
            let event = nextEvent < events.count ? events[nextEvent].delivered : nil
            let report = nextReport < reports.count ? reports[nextReport].delivered : nil
            let fix = speedFix?.elapsed
            // Of one moment the app knows the reports first, and the fix before what follows from it.
            if let report, fix.map({ report <= $0 }) ?? true, event.map({ report <= $0 }) ?? true {
                guard knownFixes.covers(before: report) else { break }
                nextReport += 1
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
        if let known = knownFixes.earlier(knownReports) {
            if case .all = knownFixes { tick(until: origin + min(known, end)) } else { tick(until: origin + known) }
        }
        forget()
    }

    /// The next fix, for a gate that looks at speeds.
    private var speedFix: Location? {
        policy.vehicleSpeed != nil && nextFix < fixes.fixes.count ? fixes.fixes[nextFix] : nil
    }

    /// Tells the gate whether there is a motion chip, once the first fix and the first report are known; false before.
    private mutating func start() -> Bool {
        if case .nothing = knownFixes { return false }
        if case .nothing = knownReports { return false }
        hasStarted = true
        let first = firstFix ?? .zero
        give(
            .availability(canReport ? .available : .unsupported),
            at: reports.first.map { min(first, $0.delivered) } ?? first)
        return true
    }

    private mutating func note(_ new: [GateDecision]) {
        record?.add(new)
        decisions += new
    }

    /// Gives the gate the ticks that it asks for.
    private mutating func tick(until moment: Timestamp) {
        // A tick may show an alert, which changes what comes after it.
        while let wakeUp = gate.wakeUp, wakeUp <= moment {
            record?.record(gate, before: wakeUp)
            note(gate.handle(.tick, at: wakeUp))
            latest = max(latest, wakeUp)
            record?.record(gate, at: wakeUp)
        }
        record?.record(gate, before: moment)
    }

    private mutating func give(_ input: GateInput, at elapsed: Duration) {
        let moment = origin + elapsed
        tick(until: moment)
        record?.take(input, at: moment)
        note(gate.handle(input, at: moment))
        latest = max(latest, moment)
        record?.record(gate, at: moment)
    }

    private mutating func give(_ event: RegionEvent) {
        guard let places, let number = numbers[event.region] else { return }
        if event.kind == .enter { inside.insert(number) }
        if event.kind == .exit { inside.remove(number) }
        let place = places.places[number]
        switch event.meaning(for: place.rules.moment) {
        case .alert: give(.enter(entry(event, of: place, in: places)), at: event.delivered)
        case .end:
            let isBack = place.rules.moment == .exit
            give(isBack ? .comeBack(place: event.region) : .exit(place: event.region), at: event.delivered)
        case nil: break
        }
    }

    private func entry(_ event: RegionEvent, of place: Place, in places: PlaceSet) -> RegionEntry {
        let distance = fixes.last(at: event.time).flatMap { fix in
            PlaceIndex([place]).nearest(1, latitude: fix.latitude, longitude: fix.longitude).first?.distance
        }
        return RegionEntry(
            place: place.identifier, story: place.story, distance: distance.map(Self.rounded),
            speed: event.speed.map(Self.rounded),
            nearestOther: nearestOther(in: places, at: event.delivered).map(Self.rounded), rules: place.rules)
    }

    /// Metres to the edge of the nearest place that may still be entered and alert; nil if the policy does not ask for
    /// it.
    private func nearestOther(in places: PlaceSet, at elapsed: Duration) -> Double? {
        guard policy.collapseWindow > .zero, let fix = fixes.last(at: elapsed) else { return nil }
        let moment = origin + elapsed
        return places.distanceToEdge(latitude: fix.latitude, longitude: fix.longitude) { other in
            !inside.contains(other) && !gate.ignores(places.places[other].identifier, at: moment)
        }
    }

    /// To the decimetre, as no fix is better.
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// Drops what was played.
    private mutating func forget() {
        Self.forget(&events, &nextEvent)
        Self.forget(&reports, &nextReport)
        // Events look up the fix of their time. A whole track is shared with its scene and stays.
        guard case .until = knownFixes, fixes.fixes.count > 1024, let lastFix else { return }
        let earliest = events[nextEvent...].reduce(lastFix) { min($0, $1.time) }
        let unseen = policy.vehicleSpeed == nil ? fixes.fixes.count : nextFix
        nextFix = max(0, nextFix - fixes.forget(before: earliest, atMost: unseen))
    }

    /// Drops played elements in large steps, since removing from the front moves the rest.
    private static func forget<Element>(_ elements: inout [Element], _ next: inout Int) {
        guard next > 1024 || next == elements.count else { return }
        elements.removeFirst(next)
        next = 0
    }
}
