// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Turns fixes and activity reports into a timeline: visits, moves, gaps.
///
/// A pure state machine: `append` takes an input and returns the items that became final; `finish` returns the rest.
/// Inputs may be late by ``TimelinePolicy/lateness``. They are sorted first, so that within that bound the order,
/// chunks and duplicates do not change the result. ``items(fixes:reports:policy:)`` sorts everything and takes any
/// order.
///
/// An item is final if a visit of ``TimelinePolicy/certainVisit`` follows: no later input can change the time before
/// it. Until then the inputs are kept, so that memory grows with the longest time without such a visit.
public struct TimelineSegmenter: Sendable {
    package let policy: TimelinePolicy
    /// The inputs that were left out, by reason.
    public internal(set) var repairs = TimelineRepairs()

    var order: ReorderBuffer
    var cleaner: FixCleaner
    var finder: StayFinder
    /// The fixes that became usable with the last one. Kept for its capacity.
    private var usable: [TrackPoint] = []
    /// Fixes and reports of the current window.
    var points: [TrackPoint] = []
    var coarse: [TrackPoint] = []
    var reports: [TrackReport] = []
    var stays: [StayFinder.Stay] = []
    /// The visit in which the window began.
    var carried: CarriedVisit?
    /// Whether the current stay has closed the window before it.
    var isAnchored = false
    /// Fixes are dropped only if there are more than this, since dropping costs time.
    private static let fewestHeld = 512
    /// The fixes that remained after the last drop.
    var heldCount = fewestHeld

    /// A segmenter at the start of a track, with default thresholds unless given.
    public init(policy: TimelinePolicy = TimelinePolicy()) {
        self.policy = policy
        order = ReorderBuffer(lateness: policy.lateness)
        cleaner = FixCleaner(policy: policy)
        finder = StayFinder(policy: policy)
    }

    /// The timeline of a whole track in any order.
    public static func items(
        fixes: [(Timestamp, Location)], reports: [(Timestamp, MotionActivity)],
        policy: TimelinePolicy = TimelinePolicy()
    ) -> [TimelineItem] {
        var unbounded = policy
        unbounded.lateness = .seconds(Int64.max)
        var segmenter = TimelineSegmenter(policy: unbounded)
        var items: [TimelineItem] = []
        for (time, fix) in fixes { items += segmenter.append(fix, at: time) }
        for (time, report) in reports { items += segmenter.append(report, at: time) }
        return items + segmenter.finish()
    }

    /// The timeline of a whole track whose fixes and reports are in time order, and what was left out.
    ///
    /// It gives the items of ``items(fixes:reports:policy:)`` without holding the input twice.
    public static func timeline(
        fixes: some Sequence<(Timestamp, Location)>, reports: some Sequence<(Timestamp, MotionActivity)>,
        policy: TimelinePolicy = TimelinePolicy()
    ) -> (items: [TimelineItem], repairs: TimelineRepairs) {
        var segmenter = TimelineSegmenter(policy: policy)
        var items: [TimelineItem] = []
        var waiting = reports.makeIterator()
        var next = waiting.next()
        for (time, fix) in fixes {
            while let (reported, report) = next, reported <= time {
                items += segmenter.append(report, at: reported)
                next = waiting.next()
            }
            items += segmenter.append(fix, at: time)
        }
        while let (reported, report) = next {
            items += segmenter.append(report, at: reported)
            next = waiting.next()
        }
        items += segmenter.finish()
        return (items, segmenter.repairs)
    }

    /// Takes a fix; returns the items that became final.
    public mutating func append(_ fix: Location, at time: Timestamp) -> [TimelineItem] {
        guard time.isUsable else {
            repairs.untimely += 1
            return []
        }
        if !order.append(.init(time: time, content: .fix(fix))) { repairs.late += 1 }
        return drain()
    }

    /// Takes a report; returns the items that became final.
    public mutating func append(_ report: MotionActivity, at time: Timestamp) -> [TimelineItem] {
        guard time.isUsable else {
            repairs.untimely += 1
            return []
        }
        if !order.append(.init(time: time, content: .report(report.flags, report.confidence))) {
            repairs.late += 1
        }
        return drain()
    }

    /// Ends the track; returns the remaining items, the last of them ongoing.
    public mutating func finish() -> [TimelineItem] {
        order.close()
        var items = drain()
        usable.removeAll(keepingCapacity: true)
        cleaner.finish(to: &usable)
        for point in usable { items += take(point) }
        repairs.add(cleaner.repairs)
        items += close(anchor: nil)
        return items
    }

    private mutating func drain() -> [TimelineItem] {
        var items: [TimelineItem] = []
        while let input = order.next() {
            switch input.content {
            case .fix(let fix):
                usable.removeAll(keepingCapacity: true)
                if let fix = cleaner.add(fix, at: input.time, to: &usable) {
                    coarse.append(fix)
                    end(finder.doubt(fix))
                }
                for point in usable { items += take(point) }
            case .report(let flags, let confidence):
                let time = input.time.seconds
                cleaner.add(flags, at: time)
                reports.append(TrackReport(time: time, flags: flags, confidence: confidence))
            }
        }
        return items
    }

    private mutating func take(_ point: TrackPoint) -> [TimelineItem] {
        if let last = points.last {
            if point.time - last.time > policy.longestVisitSilence.inSeconds {
                end(finder.interrupt())
            } else if isRestUnseen(from: last, to: point) {
                finder.forgetStart()
            }
        }
        points.append(point)
        end(finder.add(point))
        guard let current = finder.current, current.duration >= policy.certainVisit.inSeconds else { return [] }
        if isAnchored {
            // The last fix of the visit stays, however far behind it the newest lies: its bounds are sought there.
            if points.count > 2 * heldCount { forget(before: current.end - policy.certainVisit.inSeconds) }
            return []
        }
        isAnchored = true
        return close(anchor: current)
    }

    private mutating func end(_ ended: [StayFinder.Stay]) {
        guard !ended.isEmpty else { return }
        stays += ended
        isAnchored = false
    }

    /// Whether a silence follows a drive, without a report of rest in it.
    private func isRestUnseen(from last: TrackPoint, to point: TrackPoint) -> Bool {
        guard point.time - last.time > policy.longestSilence.inSeconds, points.count > 1,
            last.isDriven(from: points[points.count - 2], policy)
        else { return false }
        let known = reports.partitioningIndex { $0.time > last.time }
        let history = ReportHistory(
            Array(reports[max(0, known - 1)...]), end: point.time, lifetime: policy.reportLifetime.inSeconds,
            longestRest: policy.longestVisitSilence.inSeconds)
        return history.shares(from: last.time, to: point.time).share(.stationary) < policy.stillShare
    }

    /// Segments the window. Unless the track ends, the next window begins in the visit that closed this one.
    private mutating func close(anchor: StayFinder.Stay?) -> [TimelineItem] {
        let window = WindowTimeline(
            policy: policy, points: points, coarse: CoarseFixes(coarse, policy: policy), reports: reports,
            candidates: stays + (finder.finish().map { [$0] } ?? []), carried: carried, isFinal: anchor == nil
        )
        guard let anchor else { return window.items() }
        guard let (items, held) = window.itemsAndHeldVisit(anchor) else {
            // The window goes on behind this stay, and keeps its fixes until then.
            heldCount = .max / 2
            return []
        }
        carried = held
        stays.removeAll()
        forget(before: anchor.start)
        reports.removeAll { $0.time < anchor.start - policy.longestLookBack.inSeconds }
        heldCount = max(Self.fewestHeld, points.count)
        return items
    }

    /// Drops the fixes within the carried visit, which its centre contains.
    private mutating func forget(before time: Double) {
        let count = points.prefix { $0.time < time }.count
        for index in 0..<count {
            guard var visit = carried, points[index].time > visit.countedUntil else { continue }
            visit.count(points[index], policy: policy)
            carried = visit
        }
        points.removeFirst(count)
        coarse.removeFirst(coarse.prefix { $0.time < time }.count)
        heldCount = max(Self.fewestHeld, points.count)
    }
}
