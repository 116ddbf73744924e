// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The state machine of one region: pieces of a way go in, events come out.
struct RegionTracker: Sendable {
    /// Where the phone is taken to be.
    enum State: Sendable { case undetermined, outside, inside }

    let region: Region
    private let geometry: RegionGeometry
    private let dwellTime: Duration?
    private(set) var state = State.undetermined
    /// Since when the phone is far enough on the other side; nil when it is not.
    private var since: Duration?
    /// When and how fast the edge was last crossed inwards, outwards.
    private var wayIn: Crossing?
    private var wayOut: Crossing?
    private var dwellDue: Duration?
    /// A crossing between two fixes whose exit event is still to come.
    private var pendingCross: RegionEvent?
    private var isWithinEdge = false
    /// How long the phone was far enough inside at a stretch, since it came within the edge; nil when it was not.
    private var longestInside: Duration?
    /// The crossing without an entry that ended last, until it is taken.
    private var pass: RegionPass?

    private struct Crossing {
        var time: Duration
        var speed: Double?
    }

    init(_ region: Region, policy: MonitorPolicy) {
        self.region = region
        geometry = RegionGeometry(region, policy: policy)
        dwellTime = region.dwellTime ?? policy.dwellTime
    }

    /// Whether forgetting this tracker and starting one as outside later would change nothing.
    var isIdle: Bool { state == .outside && since == nil && !isWithinEdge && pendingCross == nil }

    /// Moves the crossing without an entry that just ended out.
    mutating func takePass() -> RegionPass? {
        defer { pass = nil }
        return pass
    }

    /// Starts outside, without a look: for a phone that was far away before.
    mutating func startOutside() { state = .outside }

    /// The first look, or one after a time without a known way.
    mutating func look(
        at point: SIMD3<Double>, time: Duration, policy: MonitorPolicy, into events: inout [RegionEvent]
    ) {
        let zone = geometry.zone(point)
        guard state == .undetermined else {
            return advance(zone, from: time, to: time, speed: nil, policy: policy, into: &events)
        }
        isWithinEdge = zone.isWithinEdge
        guard isWithinEdge else {
            state = .outside
            events.append(RegionEvent(kind: .outside, region: region.identifier, time: time))
            if policy.reportsOutside {
                events.append(RegionEvent(kind: .exit, region: region.identifier, time: time))
            }
            return
        }
        state = .inside
        wayIn = Crossing(time: time)
        events.append(RegionEvent(kind: .inside, region: region.identifier, time: time, wasInside: true))
        if policy.alreadyInside != .ignore { dwellDue = dwellTime.map { time + max(.zero, $0) } }
        if policy.alreadyInside == .report {
            events.append(RegionEvent(kind: .enter, region: region.identifier, time: time, wasInside: true))
        }
    }

    /// A way from one point to another in the time between `start` and `end`.
    mutating func move(
        from first: SIMD3<Double>, at start: Duration, to last: SIMD3<Double>, at end: Duration, speed: Double?,
        policy: MonitorPolicy, into events: inout [RegionEvent]
    ) {
        guard state != .undetermined else { return look(at: last, time: end, policy: policy, into: &events) }
        let length = Double((end - start).wholeNanoseconds)
        func time(_ fraction: Double) -> Duration {
            fraction >= 1 ? end : start + .nanoseconds(Nanoseconds.clamped(fraction * length))
        }
        var copy = self
        var found: [RegionEvent] = []
        var inwards: Duration?
        geometry.pieces(from: first, to: last) { zone, low, high in
            let wasWithin = copy.isWithinEdge
            copy.advance(zone, from: time(low), to: time(high), speed: speed, policy: policy, into: &found)
            if !wasWithin, copy.isWithinEdge { inwards = time(low) }
            if wasWithin, !copy.isWithinEdge, let entered = inwards {
                copy.crossed(from: entered, to: time(low), speed: speed, into: &found)
                inwards = nil
            }
        }
        self = copy
        events += found
    }

    /// The phone went through the circle between two fixes. The event comes at once, or after the exit event if the
    /// phone had entered.
    private mutating func crossed(
        from entered: Duration, to left: Duration, speed: Double?, into events: inout [RegionEvent]
    ) {
        let event = RegionEvent(kind: .cross, region: region.identifier, time: left, edge: entered, speed: speed)
        if state == .inside { pendingCross = event } else { events.append(event) }
    }

    /// A stretch of time within one zone.
    private mutating func advance(
        _ zone: RegionZone, from start: Duration, to end: Duration, speed: Double?, policy: MonitorPolicy,
        into events: inout [RegionEvent]
    ) {
        if zone.isWithinEdge != isWithinEdge {
            isWithinEdge = zone.isWithinEdge
            let crossing = Crossing(time: start, speed: speed)
            if isWithinEdge {
                wayIn = crossing
                pendingCross = nil
                longestInside = nil
            } else {
                wayOut = crossing
                if state == .outside, let wayIn {
                    pass = RegionPass(
                        region: region.identifier, from: wayIn.time, to: start, inside: longestInside,
                        speed: wayIn.speed)
                }
            }
        }
        let settle = max(.zero, policy.settleTime)
        switch (state, zone) {
        case (.outside, .inner):
            let began = since ?? start
            since = began
            guard end - began >= settle else {
                longestInside = max(longestInside ?? .zero, end - began)
                return
            }
            since = nil
            state = .inside
            let time = began + settle
            dwellDue = dwellTime.map { time + max(.zero, $0) }
            events.append(
                RegionEvent(
                    kind: .enter, region: region.identifier, time: time, edge: wayIn?.time, speed: wayIn?.speed))
            tellDwell(from: time, until: end, into: &events)
        case (.inside, .beyond):
            let began = since ?? start
            since = began
            let time = began + settle
            guard end >= time else { return }
            since = nil
            state = .outside
            dwellDue = nil
            events.append(
                RegionEvent(
                    kind: .exit, region: region.identifier, time: time, edge: wayOut?.time, speed: wayOut?.speed))
            if var cross = pendingCross {
                pendingCross = nil
                cross.time = time
                cross.delivered = time
                events.append(cross)
            }
        case (.inside, _):
            since = nil
            tellDwell(from: start, until: end, into: &events)
        default: since = nil
        }
    }

    /// Adds the dwell event if it is due in a stretch that is not spent beyond the edge.
    private mutating func tellDwell(from start: Duration, until end: Duration, into events: inout [RegionEvent]) {
        guard let due = dwellDue, due <= end else { return }
        dwellDue = nil
        let time = max(due, start)
        events.append(
            RegionEvent(
                kind: .dwell, region: region.identifier, time: time, edge: wayIn?.time, speed: wayIn?.speed))
    }
}
