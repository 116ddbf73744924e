internal import GRDB
import MotionTypes
import Timeline

/// Derives the stored timeline again where its inputs have changed.
///
/// The segmenter tells when an item is final: nothing that comes later can change it, so what was final before the first
/// changed moment stands. The segmenter starts some way before the last such item and must find that very item again, from
/// which on its state is that of a run from the beginning; if it does not, it starts earlier. Behind the last
/// changed moment it goes on until it makes final an item that is stored as such: from there on all is as it was.
struct Derivation {
    let db: Database
    let policy: TimelinePolicy

    /// The last item of those that one input made final.
    private struct Seam: Sendable, Hashable {
        var span: TimeSpan
        var settled: Timestamp
    }

    /// What a run of the segmenter gave.
    private struct Run {
        var items: [(item: TimelineItem, settled: Timestamp?)] = []
        /// Stored items that begin later stay; nil when none do.
        var end: Timestamp?
        var repairs = TimelineRepairs()
    }

    /// Replaces all items.
    ///
    /// - Returns: the stretch of time that was derived, and what the segmenter left out.
    func runAll() throws -> (span: TimeSpan?, repairs: TimelineRepairs) {
        guard let run = try run(from: nil, until: nil, seams: [], after: nil) else { return (nil, TimelineRepairs()) }
        return try replace(from: nil, by: run)
    }

    /// Replaces the items that follow from fixes and reports that changed.
    ///
    /// - Returns: the stretch of time that was derived again, and what the segmenter left out there.
    func run(fixes: TimeRange?, reports: TimeRange?) throws -> (span: TimeSpan?, repairs: TimelineRepairs) {
        guard let first = [fixes, reports].compactMap({ $0?.first }).min() else { return (nil, TimelineRepairs()) }
        // A report holds until the next one.
        let reportsEnd = try reports.flatMap { try ReportTable(db: db).firstTime(after: $0.last) }
        let last = reports != nil && reportsEnd == nil ? nil : [fixes?.last, reportsEnd].compactMap { $0 }.max()
        let seams = try self.seams()
        let kept = seams.lastIndex { $0.settled <= first } ?? -1
        var steps = 1
        while kept >= steps {
            if let run = try run(from: seams[kept - steps], until: seams[kept], seams: seams, after: last) {
                return try replace(from: seams[kept].span.end, by: run)
            }
            steps *= 2
        }
        guard let run = try run(from: nil, until: nil, seams: seams, after: last) else {
            return (nil, TimelineRepairs())
        }
        return try replace(from: nil, by: run)
    }

    private func seams() throws -> [Seam] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT max(startTime) AS startTime, endTime, settledTime FROM item
                WHERE timeline = ? AND settledTime IS NOT NULL GROUP BY settledTime ORDER BY settledTime
                """,
            arguments: [StoreSchema.derivedTimeline]
        ).map { Seam(span: try $0.span, settled: try $0.time("settledTime")) }
    }

    /// Runs the segmenter from before the end of `anchor`, or from the first input; nil when it does not find `known` again.
    ///
    /// It stops when it makes final the item of one of `seams` that begins well after `last`; a nil `last` is the end.
    private func run(from anchor: Seam?, until known: Seam?, seams: [Seam], after last: Timestamp?) throws -> Run? {
        var policy = policy
        policy.lateness = .zero
        var segmenter = TimelineSegmenter(policy: policy)
        var run = Run()
        var isKnownFound = known == nil
        let ends = Set(seams.map(\.span))
        // What is longer than a year is as good as for ever.
        let margin = min(policy.longestLookBack + policy.reportLifetime, .seconds(30_000_000))
        let earliest = last.map { $0 + margin } ?? Timestamp(nanoseconds: .max)

        /// Takes items that became final at a moment; false when no more are needed.
        func take(_ items: [TimelineItem], settled: Timestamp?) -> Bool {
            for item in items {
                if isKnownFound {
                    run.items.append((item, settled))
                } else if item.span == known?.span {
                    isKnownFound = true
                } else if let known, item.span.end > known.span.start {
                    return false
                }
            }
            guard isKnownFound, settled != nil, let end = items.last?.span, end.start >= earliest, ends.contains(end)
            else { return true }
            run.end = end.end
            return false
        }

        let start = (anchor?.span.end).map { $0 - margin * 2 } ?? Timestamp(nanoseconds: .min)
        let reports = try ReportTable(db: db).reports(from: start)
        var next = 0
        var isStopped = false
        func feedReports(until time: Timestamp) {
            while !isStopped, next < reports.count, reports[next].time <= time {
                let report = reports[next]
                next += 1
                isStopped = !take(segmenter.append(report.activity, at: report.time), settled: report.time)
            }
        }
        try FixTable(db: db).forEach(from: start) { time, fix in
            feedReports(until: time)
            guard !isStopped else { return false }
            isStopped = !take(segmenter.append(fix, at: time), settled: time)
            return !isStopped
        }
        feedReports(until: Timestamp(nanoseconds: .max))
        if !isStopped { _ = take(segmenter.finish(), settled: nil) }
        guard isKnownFound else { return nil }
        run.repairs = segmenter.repairs
        return run
    }

    private func replace(from start: Timestamp?, by run: Run) throws -> (span: TimeSpan?, repairs: TimelineRepairs) {
        let start = start ?? Timestamp(nanoseconds: .min)
        let end = run.end ?? Timestamp(nanoseconds: .max)
        let items = ItemTable(db: db)
        let former = try items.records(
            timeline: StoreSchema.derivedTimeline, during: TimeSpan(start: start, end: end)
        ).filter { $0.span.start >= start }
        try items.delete(timeline: StoreSchema.derivedTimeline, from: start, to: end)
        let places = PlaceTable(db: db)
        let visits = former.filter { $0.kind == .visit }
        for (item, settled) in run.items {
            var place: Int64?
            if case .visit(let visit) = item {
                place = try places.place(of: visit, former: Self.formerPlace(of: visit, among: visits))
            }
            try items.insert(item, timeline: StoreSchema.derivedTimeline, place: place, settled: settled)
        }
        guard let first = run.items.first, let last = run.items.last else { return (nil, run.repairs) }
        return (TimeSpan(start: first.item.span.start, end: last.item.span.end), run.repairs)
    }

    /// The place of the visit that a new one shares most time with.
    private static func formerPlace(of visit: Visit, among visits: [ItemRecord]) -> Int64? {
        let first = visits.partitioningIndex { $0.span.end > visit.span.start }
        var longest = 0.0
        var place: Int64?
        for record in visits[first...].prefix(while: { $0.span.start < visit.span.end }) {
            let shared = record.span.sharedSeconds(with: visit.span)
            if shared > longest { (longest, place) = (shared, record.place) }
        }
        return place
    }
}
