// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A phone's watch on a polygon: it monitors the circle around it, and once the app knows that the circle was entered,
/// it follows the fixes and compares each with the polygon, until the circle is left.
///
/// So the polygon's entry event comes when both hold, that of the circle and its own; its other events come when they
/// happen.
struct PolygonWatch: Sendable {
    private var circle: RegionTracker
    private var polygon: RegionTracker
    /// Since when the app follows the fixes.
    private(set) var followedSince: Duration?
    /// What happened in the polygon before the circle's entry was known.
    private var untold: [RegionEvent] = []
    /// When the app followed the fixes, by time.
    private(set) var followed: [Range<Duration>] = []

    var region: Region { polygon.region }

    init(_ region: Region, policy: MonitorPolicy) {
        var around = region
        around.polygon = nil
        circle = RegionTracker(around, policy: policy)
        polygon = RegionTracker(region, policy: policy)
    }

    /// Takes a stretch of the phone's way.
    mutating func apply(_ stretch: FixHistory.Stretch, policy: MonitorPolicy, into events: inout [RegionEvent]) {
        var around: [RegionEvent] = []
        var outer = policy
        // The app follows the fixes from the circle's entry on.
        if outer.alreadyInside == .dwell { outer.alreadyInside = .report }
        circle.apply(stretch, policy: outer, into: &around)
        var within: [RegionEvent] = []
        polygon.apply(stretch, policy: policy, into: &within)
        var next = 0
        for event in within {
            while next < around.count, around[next].time <= event.time {
                take(circle: around[next], into: &events)
                next += 1
            }
            take(polygon: event, into: &events)
        }
        for event in around[next...] { take(circle: event, into: &events) }
    }

    private mutating func take(circle event: RegionEvent, into events: inout [RegionEvent]) {
        switch event.kind {
        case .enter:
            followedSince = event.time
            for var late in untold {
                late.time = max(late.time, event.time)
                late.delivered = late.time
                events.append(late)
            }
            untold = []
        case .exit:
            if let since = followedSince { followed.append(since..<max(since, event.time)) }
            followedSince = nil
        case .inside, .outside, .dwell, .cross: break
        }
    }

    private mutating func take(polygon event: RegionEvent, into events: inout [RegionEvent]) {
        switch event.kind {
        case .enter, .dwell:
            if followedSince == nil { untold.append(event) } else { events.append(event) }
        case .exit where !untold.isEmpty: untold = []
        case .exit, .inside, .outside, .cross: events.append(event)
        }
    }
}
