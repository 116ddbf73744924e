package import Geofencing
package import MotionTypes
package import NotificationGate

/// What the gate would do with an alert now, and what it decides about the places that the phone enters: a pure state machine.
package struct GateWatch: Sendable {
    /// What would happen to an alert.
    package struct Outlook: Sendable, Hashable {
        /// Whether it would be shown.
        package var isAllowed: Bool
        /// What holds it back; nil if nothing does.
        package var reason: GateReason?

        /// The same in a sentence.
        package var text: String {
            reason.map { "An alert would be held back: \($0.explanation)." } ?? "An alert would be shown now."
        }
    }

    private var gate: Gate
    private var phone: PhoneModel?
    private let places: PlaceSet?
    /// The region's identifiers with the places' numbers.
    private let numbers: [String: Int]
    private var inside: Set<Int> = []
    private var lastFix: Location?
    /// Decisions that were not fetched yet.
    private var decisions: [GateDecision] = []
    private let origin: Timestamp

    /// A watch of a session whose elapsed 0 is `origin`.
    ///
    /// - Throws: `InputError` for a policy that cannot be kept.
    package init(policy: GatePolicy, places: PlaceSet?, origin: Timestamp) throws(InputError) {
        gate = try Gate(policy: policy)
        self.places = places
        self.origin = origin
        phone = places.map { PhoneModel(places: $0, strategy: .bubbleDifference) }
        var numbers: [String: Int] = [:]
        for (number, place) in (places?.places ?? []).enumerated() { numbers[place.identifier] = number }
        self.numbers = numbers
        decisions += gate.handle(.availability(.available), at: origin)
    }

    /// Takes a report when it is delivered.
    mutating func take(_ report: ActivityReport) {
        give(.report(report), at: report.delivered)
    }

    /// Takes a fix, whose time counts from elapsed 0.
    mutating func take(_ fix: Location) {
        lastFix = fix
        give(.fix(GateFix(fix)), at: fix.elapsed)
        guard let events = phone?.receive(fix) else { return }
        for event in events { give(event) }
    }

    /// Lets time pass.
    mutating func advance(to elapsed: Duration) {
        for event in phone?.advance(to: elapsed) ?? [] { give(event) }
        decisions += gate.advance(to: origin + elapsed)
    }

    /// What would happen to an alert at a time.
    func outlook(at elapsed: Duration) -> Outlook {
        var gate = gate
        let entry = RegionEntry(place: "\u{0}now", nearestOther: .infinity)
        guard let decision = gate.handle(.enter(entry), at: origin + elapsed).last, decision.kind != .deliver else {
            return Outlook(isAllowed: true)
        }
        let reason = decision.reasons.first { Self.holds($0) }
        return Outlook(isAllowed: reason == nil, reason: reason)
    }

    /// Moves the decisions since the last call out.
    mutating func takeDecisions() -> [GateDecision] {
        defer { decisions.removeAll() }
        return decisions
    }

    /// Whether a reason tells of now, and not of the entry that was made up to ask.
    private static func holds(_ reason: GateReason) -> Bool {
        switch reason {
        case .dwell, .collapsing, .alone, .allowed, .drivingOnset, .passenger, .priority, .noMotionHardware,
            .permissionDeclined,
            .staleSource:
            false
        default: true
        }
    }

    private mutating func give(_ input: GateInput, at elapsed: Duration) {
        let moment = origin + elapsed
        decisions += gate.advance(to: moment)
        decisions += gate.handle(input, at: moment)
    }

    private mutating func give(_ event: RegionEvent) {
        guard let number = numbers[event.region], let places else { return }
        if event.kind == .enter { inside.insert(number) }
        if event.kind == .exit { inside.remove(number) }
        let place = places.places[number]
        switch event.meaning(for: place.rules.moment) {
        case .alert:
            let distance = lastFix.flatMap { fix in
                PlaceIndex([place]).nearest(1, latitude: fix.latitude, longitude: fix.longitude).first?.distance
            }
            give(
                .enter(
                    RegionEntry(
                        place: place.identifier, story: place.story, distance: distance.map(Self.rounded),
                        speed: event.speed.map(Self.rounded), nearestOther: nearestOther(at: event.delivered),
                        rules: place.rules)),
                at: event.delivered)
        case .end:
            let isBack = place.rules.moment == .exit
            give(isBack ? .comeBack(place: event.region) : .exit(place: event.region), at: event.delivered)
        case nil: break
        }
    }

    private func nearestOther(at elapsed: Duration) -> Double? {
        guard let places, let fix = lastFix else { return nil }
        let distance = places.distanceToEdge(latitude: fix.latitude, longitude: fix.longitude) { other in
            !inside.contains(other) && !gate.ignores(places.places[other].identifier, at: origin + elapsed)
        }
        return Self.rounded(distance)
    }

    /// To the decimetre, as no fix is better.
    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
