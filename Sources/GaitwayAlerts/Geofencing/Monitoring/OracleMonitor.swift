// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Watches every place at once. It looks only at places near the way, which finds the same events.
struct OracleMonitor: Sendable {
    /// The search reaches a little too far. So neither rounding nor the chord's middle, which stands for the arc's,
    /// leaves a place out.
    private static let widening = 1.01
    private static let margin = 1.0

    private let places: PlaceSet
    private let policy: MonitorPolicy
    private var trackers: [Int: RegionTracker] = [:]
    private var history = FixHistory()
    private var hasLooked = false
    /// The crossings that gave no entry, by the time at which they ended.
    private(set) var passes: [RegionPass] = []

    init(_ places: PlaceSet, policy: MonitorPolicy) {
        self.places = places
        self.policy = policy
    }

    mutating func receive(_ fix: Location, at now: Duration, into events: inout [RegionEvent]) {
        guard policy.accepts(fix, at: now) else { return }
        apply(history.add(fix, policy: policy), into: &events)
    }

    mutating func advance(to now: Duration, into events: inout [RegionEvent]) {
        apply(history.stay(until: now, policy: policy), into: &events)
    }

    private mutating func apply(_ stretches: [FixHistory.Stretch], into events: inout [RegionEvent]) {
        let first = events.count
        for stretch in stretches {
            addTrackers(near: stretch)
            hasLooked = true
            // In the places' order, so that equal tracks give equal events.
            for index in trackers.keys.sorted() {
                trackers[index]?.apply(stretch, policy: policy, into: &events)
                if let pass = trackers[index]?.takePass() { passes.append(pass) }
                if trackers[index]?.isIdle == true { trackers[index] = nil }
            }
        }
        // Places that the phone is not at give no event.
        let tail = events[first...].filter { $0.kind != .outside }
        events.replaceSubrange(first..., with: tail)
        RegionEvent.sortByTime(&events, from: first)
    }

    private mutating func addTrackers(near stretch: FixHistory.Stretch) {
        let middle: SIMD3<Double>
        var reach = places.largestRadius + policy.minimumDistance + Self.margin
        switch stretch {
        case .look(let point, _): middle = point
        case .way(let first, _, let last, _, _):
            middle = (first + last) / 2
            reach += Sphere.distance(first, last) / 2 * Self.widening
        }
        let center = Sphere.position(middle)
        for neighbor in places.index.centers(within: reach, latitude: center.latitude, longitude: center.longitude)
        where trackers[neighbor.index] == nil {
            var tracker = RegionTracker(Region(places.places[neighbor.index]), policy: policy)
            if hasLooked { tracker.startOutside() }
            trackers[neighbor.index] = tracker
        }
    }
}
