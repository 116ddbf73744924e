// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A phone's region monitoring as a state machine: fixes and the clock go in, events come out.
///
/// Time is an input, so that a recorded track and a live phone run through the same code, in pieces of any size.
/// ``MonitorPolicy`` has the rules.
package struct RegionMonitor: Sendable {
    /// The answer to a registration.
    enum Registration: Sendable, Hashable {
        /// It is monitored; no region of that name was.
        case added
        /// It replaces the region of the same name, whose state is forgotten.
        case replaced
        /// There are as many regions as the policy allows.
        case refused
    }

    /// When the phone is taken to be inside or outside.
    package let policy: MonitorPolicy
    /// How many regions were registered, replaced ones counted again.
    package private(set) var registrations = 0
    /// When the app followed the fixes to compare them with polygons, without the regions that are still registered; in
    /// no order.
    private var pastFollowing: [Range<Duration>] = []
    private var watches: [RegionWatch] = []
    private var history = FixHistory()

    /// A monitor without regions.
    package init(policy: MonitorPolicy = MonitorPolicy()) { self.policy = policy }

    /// The regions, in the order in which they were registered.
    package var regions: [Region] { watches.map(\.region) }

    /// Begins to monitor a region. If the last fix is fresh at `now`, it settles whether the phone is inside; else the
    /// next one does.
    mutating func register(_ region: Region, at now: Duration, into events: inout [RegionEvent]) -> Registration {
        let old = watches.firstIndex { $0.region.identifier == region.identifier }
        guard old != nil || watches.count < policy.maximumRegions else { return .refused }
        var watch = RegionWatch(region, policy: policy)
        if let last = history.last, now - last.time <= max(.zero, policy.maximumAge) {
            watch.apply(.look(last.point, time: max(now, last.time)), policy: policy, into: &events)
        }
        registrations += 1
        if let old {
            pastFollowing += watches[old].following(until: now)
            watches[old] = watch
            return .replaced
        }
        watches.append(watch)
        return .added
    }

    /// Ends the monitoring of a region; false if there is none of that name.
    @discardableResult
    mutating func unregister(_ identifier: String) -> Bool {
        guard let index = watches.firstIndex(where: { $0.region.identifier == identifier }) else { return false }
        let watch = watches.remove(at: index)
        pastFollowing += watch.following(until: history.last?.time ?? .zero)
        return true
    }

    /// When the app followed the fixes to compare them with polygons, until `now`; in no order, and they may overlap.
    package func following(until now: Duration) -> [Range<Duration>] {
        pastFollowing + watches.flatMap { $0.following(until: now) }
    }

    /// Takes a fix that arrives at `now` (in the fixes' elapsed time) and appends what follows from it. A fix that is
    /// stale, inaccurate or older than one before it is left out; the answer says whether it was used.
    @discardableResult
    package mutating func receive(_ fix: Location, at now: Duration? = nil, into events: inout [RegionEvent]) -> Bool {
        guard policy.accepts(fix, at: now ?? fix.elapsed) else { return false }
        let stretches = history.add(fix, policy: policy)
        apply(stretches, into: &events)
        return !stretches.isEmpty
    }

    /// Lets time pass without a fix: a phone that stands still sends none, and still its entry must settle.
    package mutating func advance(to now: Duration, into events: inout [RegionEvent]) {
        apply(history.stay(until: now, policy: policy), into: &events)
    }

    private mutating func apply(_ stretches: [FixHistory.Stretch], into events: inout [RegionEvent]) {
        let first = events.count
        for stretch in stretches {
            for index in watches.indices {
                watches[index].apply(stretch, policy: policy, into: &events)
            }
        }
        RegionEvent.sortByTime(&events, from: first)
    }
}

/// A registered region: a circle, or a polygon with the circle around it.
private enum RegionWatch: Sendable {
    case circle(RegionTracker)
    case polygon(PolygonWatch)

    init(_ region: Region, policy: MonitorPolicy) {
        self =
            region.polygon == nil
            ? .circle(RegionTracker(region, policy: policy)) : .polygon(PolygonWatch(region, policy: policy))
    }

    var region: Region {
        switch self {
        case .circle(let tracker): tracker.region
        case .polygon(let watch): watch.region
        }
    }

    mutating func apply(_ stretch: FixHistory.Stretch, policy: MonitorPolicy, into events: inout [RegionEvent]) {
        switch self {
        case .circle(var tracker):
            tracker.apply(stretch, policy: policy, into: &events)
            self = .circle(tracker)
        case .polygon(var watch):
            watch.apply(stretch, policy: policy, into: &events)
            self = .polygon(watch)
        }
    }

    /// When the app followed the fixes, until `now`.
    func following(until now: Duration) -> [Range<Duration>] {
        guard case .polygon(let watch) = self else { return [] }
        return watch.followed + (watch.followedSince.map { [$0..<max($0, now)] } ?? [])
    }
}

extension RegionTracker {
    mutating func apply(_ stretch: FixHistory.Stretch, policy: MonitorPolicy, into events: inout [RegionEvent]) {
        switch stretch {
        case .look(let point, let time): look(at: point, time: time, policy: policy, into: &events)
        case .way(let first, let start, let last, let end, let speed):
            move(from: first, at: start, to: last, at: end, speed: speed, policy: policy, into: &events)
        }
    }
}

extension RegionEvent {
    /// Orders the events from `first` on by time; those of one moment keep their order.
    static func sortByTime(_ events: inout [RegionEvent], from first: Int) {
        guard events.count - first > 1 else { return }
        let tail = events[first...]
        let order = tail.indices.sorted { left, right in
            tail[left].time != tail[right].time ? tail[left].time < tail[right].time : left < right
        }
        events.replaceSubrange(first..., with: order.map { tail[$0] })
    }
}
