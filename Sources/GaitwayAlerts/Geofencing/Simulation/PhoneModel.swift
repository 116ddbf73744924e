// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A phone with an app that watches places by a strategy: fixes go in, the events that the app learns of come out.
///
/// A state machine: the phone's region monitoring, its reports of significant changes and the app's choice of regions,
/// without a clock. Fixes that the policy refuses neither give events nor choose regions.
package struct PhoneModel: Sendable {
    /// A time in which a place was monitored.
    package struct Watch: Sendable, Hashable {
        package var from: Duration
        /// Nil while it still is.
        package var to: Duration?
    }

    /// The region whose exit asks for the next set: it holds until the next one.
    package struct Bubble: Sendable, Hashable {
        /// The elapsed time of its registration.
        package var time: Duration
        /// Degrees north of the centre.
        package var latitude: Double
        /// Degrees east of the centre.
        package var longitude: Double
        /// Metres.
        package var radius: Double
    }

    /// How regions are chosen.
    package let strategy: MonitoringStrategy
    /// When each place was monitored, by its index; empty for the oracle.
    package private(set) var watches: [Int: [Watch]] = [:]
    /// When a set was chosen, in elapsed time.
    package private(set) var choices: [Duration] = []
    /// The bubbles, by time; empty for strategies without.
    package private(set) var bubbles: [Bubble] = []
    /// When the app was to choose and the fix was refused.
    package private(set) var refusals: [Duration] = []
    /// How often circles, the bubble among them, and significant changes woke the app.
    package private(set) var wakeUps = 0
    /// How many regions were registered, the bubble among them.
    package var registrations: Int { monitor.registrations }

    /// When the app followed the fixes to compare them with polygons, until `now`; in no order.
    func following(until now: Duration) -> [Range<Duration>] { monitor.following(until: now) }

    /// The crossings of places that gave no entry, which are known to the oracle alone.
    package var passes: [RegionPass] { oracle.passes }

    /// How many places are watched at a time: what the strategy wants, or what the platform leaves for places.
    var watchedPlaces: Int {
        min(strategy.count, max(0, monitor.policy.maximumRegions - (strategy.trigger == .bubble ? 1 : 0)))
    }

    /// Whether a region that the phone is in when it is registered gives no entry.
    var ignoresAlreadyInside: Bool { monitor.policy.alreadyInside == .ignore }

    /// What keeps the app from watching as it should.
    package let conditions: PhoneConditions
    private let places: PlaceSet
    private let delay: DeliveryDelay
    private var monitor: RegionMonitor
    private var oracle: OracleMonitor
    private var changes: ChangeDetector
    private var monitored: Set<Int> = []
    /// The regions that are or were monitored for a polygon.
    private var polygons: Set<String> = []
    /// The places whose entry the app learns of after the loitering delay.
    let loitered: Set<String>
    private var choiceDueAt: Duration?
    /// The first restart that lies ahead.
    private var nextRestart = 0
    private var neighbors: [PlaceIndex.Neighbor] = []
    /// When the app learned of a region's last event; kept only while delivery is late.
    private var lastDelivery: [String: Duration] = [:]

    private static let bubbleIdentifier = "\u{0}bubble"

    /// A phone before its first fix.
    package init(
        places: PlaceSet, strategy: MonitoringStrategy, policy: MonitorPolicy = MonitorPolicy(),
        delay: DeliveryDelay = .none, change: SignificantChange = SignificantChange(),
        conditions: PhoneConditions = PhoneConditions()
    ) {
        self.places = places
        self.strategy = strategy
        self.delay = delay
        self.conditions = conditions
        var own = policy
        own.reportsOutside = conditions.initialExit
        var ideal = policy
        if policy.alreadyInside == .dwell { ideal.alreadyInside = .report }
        let delayed = conditions.loiteringDelay > .zero ? places.places.filter { $0.rules.moment == .enter } : []
        loitered = Set(delayed.map(\.identifier))
        monitor = RegionMonitor(policy: own)
        oracle = OracleMonitor(places, policy: ideal)
        changes = ChangeDetector(change)
    }

    /// Takes the next fix, which arrives at `now` (by default its own time), and returns its events by time.
    /// ``RegionEvent/delivered`` is when the app learns of each.
    package mutating func receive(_ fix: Location, at now: Duration? = nil) -> [RegionEvent] {
        let now = now ?? fix.elapsed
        var events: [RegionEvent] = []
        guard strategy.trigger != .never else {
            oracle.receive(fix, at: now, into: &events)
            return delivered(events)
        }
        let seen = conditions.seen(fix)
        restart(until: now, into: &events)
        expire(until: now, into: &events)
        let isUsed = monitor.receive(seen, at: now, into: &events)
        countWakeUps(events)
        takeBubble(&events)
        if isAsked(by: seen, at: now) {
            if isUsed {
                choiceDueAt = nil
                choose(at: seen, now, into: &events)
            } else {
                refusals.append(now)
            }
        }
        return delivered(events)
    }

    /// Whether the app chooses its regions anew.
    private mutating func isAsked(by fix: Location, at now: Duration) -> Bool {
        var isChanged = false
        if strategy.trigger == .significantChange, changes.reports(fix) {
            wakeUps += 1
            // An app that does not run is told when it is opened.
            if conditions.opening != nil, !choices.isEmpty {
                choiceDueAt = choiceDueAt ?? conditions.opened(now)
            } else {
                isChanged = true
            }
        }
        let isFirst = choices.isEmpty && strategy.trigger != .significantChange
        return isChanged || isFirst || choiceDueAt.map { $0 <= now } ?? false
    }

    /// Restarts the phone at the times that have come: it watches nothing until the app chooses anew. The way since the
    /// last fix is lost.
    private mutating func restart(until now: Duration, into events: inout [RegionEvent]) {
        while nextRestart < conditions.restarts.count, conditions.restarts[nextRestart] <= now {
            let moment = conditions.restarts[nextRestart]
            nextRestart += 1
            monitor.advance(to: moment, into: &events)
            for index in monitored.sorted() {
                monitor.unregister(places.places[index].identifier)
                endWatch(of: index, at: moment)
            }
            monitor.unregister(Self.bubbleIdentifier)
            monitored = []
            if !choices.isEmpty { choiceDueAt = conditions.opened(moment) }
        }
    }

    /// Ends the regions whose lifetime is over.
    private mutating func expire(until now: Duration, into events: inout [RegionEvent]) {
        guard let lifetime = conditions.regionLifetime else { return }
        let over = monitored.compactMap { index in
            watches[index]?.last.map { (index: index, end: $0.from + lifetime) }
        }.filter { $0.end <= now }.sorted { ($0.end, $0.index) < ($1.end, $1.index) }
        for (index, end) in over {
            monitor.advance(to: end, into: &events)
            monitor.unregister(places.places[index].identifier)
            endWatch(of: index, at: end)
            monitored.remove(index)
        }
    }

    private mutating func endWatch(of index: Int, at moment: Duration) {
        let last = (watches[index]?.count ?? 0) - 1
        if last >= 0 { watches[index]?[last].to = moment }
    }

    /// Lets time pass after the last fix.
    package mutating func advance(to now: Duration) -> [RegionEvent] {
        var events: [RegionEvent] = []
        if strategy.trigger == .never {
            oracle.advance(to: now, into: &events)
        } else {
            restart(until: now, into: &events)
            expire(until: now, into: &events)
            monitor.advance(to: now, into: &events)
            countWakeUps(events)
            takeBubble(&events)
        }
        return delivered(events)
    }

    /// The events with the times at which the app learns of them; those of one region keep their order.
    private mutating func delivered(_ events: [RegionEvent]) -> [RegionEvent] {
        let events = strategy.trigger == .never ? events : events.compactMap(told)
        let opens = strategy.trigger != .never && conditions.opening != nil
        guard delay != .none || opens || conditions.responsiveness > .zero else { return events }
        return events.map { event in
            var event = event
            let told = event.time + delay.duration(event.region, edge: event.edge)
            let isOracle = strategy.trigger == .never
            event.delivered = max(isOracle ? told : conditions.told(told), lastDelivery[event.region] ?? event.time)
            lastDelivery[event.region] = event.delivered
            return event
        }
    }

    /// The event as the app learns of it: an entry is a dwell of the loitering delay.
    private func told(_ event: RegionEvent) -> RegionEvent? {
        guard loitered.contains(event.region) else { return event }
        switch event.kind {
        case .enter: return nil
        case .dwell:
            var entry = event
            entry.kind = .enter
            return entry
        default: return event
        }
    }

    private mutating func countWakeUps(_ events: [RegionEvent]) {
        wakeUps += events.compactMap(told).count {
            ($0.kind == .enter || $0.kind == .exit) && !polygons.contains($0.region)
        }
    }

    /// Takes the bubble's events out; its exit asks for the next set once the app learns of it.
    private mutating func takeBubble(_ events: inout [RegionEvent]) {
        for event in events where event.region == Self.bubbleIdentifier && event.kind == .exit {
            choiceDueAt = conditions.told(event.time + delay.duration(event.region, edge: event.edge))
        }
        events.removeAll { $0.region == Self.bubbleIdentifier }
    }

    /// Monitors the nearest places, and the bubble.
    private mutating func choose(at fix: Location, _ now: Duration, into events: inout [RegionEvent]) {
        choices.append(now)
        let count = watchedPlaces
        places.index.nearest(count + 1, latitude: fix.latitude, longitude: fix.longitude, into: &neighbors)
        let chosen = neighbors.prefix(count).map(\.index)
        let kept = strategy.update == .difference ? monitored.intersection(chosen) : []
        for index in monitored.sorted() where !kept.contains(index) {
            monitor.unregister(places.places[index].identifier)
            endWatch(of: index, at: now)
        }
        for index in chosen where !kept.contains(index) {
            var region = Region(places.places[index])
            if loitered.contains(region.identifier) { region.dwellTime = conditions.loiteringDelay }
            _ = monitor.register(region, at: now, into: &events)
            watches[index, default: []].append(Watch(from: now))
            if places.places[index].polygon != nil { polygons.insert(places.places[index].identifier) }
        }
        monitored = Set(chosen)
        guard strategy.trigger == .bubble else { return }
        var radius = strategy.largestBubble
        if neighbors.count > count {
            let next = neighbors[count]
            let place = places.places[next.index]
            // The index gives the distance to a polygon's edge and to a circle's centre.
            radius = (next.distance - (place.polygon == nil ? place.radius : 0)) * strategy.bubbleShare
        }
        let bubble = Region(
            identifier: Self.bubbleIdentifier, latitude: fix.latitude, longitude: fix.longitude,
            radius: min(max(radius, strategy.smallestBubble), strategy.largestBubble))
        bubbles.append(Bubble(time: now, latitude: bubble.latitude, longitude: bubble.longitude, radius: bubble.radius))
        _ = monitor.register(bubble, at: now, into: &events)
        takeBubble(&events)
    }
}
