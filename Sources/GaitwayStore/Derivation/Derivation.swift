// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// Derives the stored timeline again where its inputs have changed.
///
/// An item is final once no later input can change it. Items that were final before the first changed moment stay. The
/// segmenter starts some way before the last of them and must find that item again: from there on, its state is that of
/// a run from the beginning. If it does not find it, it starts earlier. Behind the last changed moment it runs until it
/// finalises an item that is stored as final. Everything after that is unchanged.
struct Derivation {
    let db: Database
    let policy: TimelinePolicy

    /// The last of the items that one input made final.
    private struct Seam: Sendable, Hashable {
        var span: TimeSpan
        var settled: Timestamp
    }

    /// Replaces all items.
    ///
    /// - Returns: the derived span, and what the segmenter left out.
    func runAll() throws -> (span: TimeSpan?, repairs: TimelineRepairs) {
        try run(from: nil, until: nil, seams: [], after: nil) ?? (nil, TimelineRepairs())
    }

    /// Replaces the items that follow from fixes and reports that changed.
    ///
    /// - Returns: the span that was derived again, and what the segmenter left out there.
    func run(fixes: TimeRange?, reports: TimeRange?) throws -> (span: TimeSpan?, repairs: TimelineRepairs) {
        guard let first = [fixes, reports].compactMap({ $0?.first }).min() else { return (nil, TimelineRepairs()) }
        // A report holds until the next one.
        let reportsEnd = try reports.flatMap { try ReportTable(db: db).firstTime(after: $0.last) }
        let last = reports != nil && reportsEnd == nil ? nil : [fixes?.last, reportsEnd].compactMap { $0 }.max()
        // Usually a seam of the last weeks is found again. Only if not, all seams are tried.
        for start in [first - .seconds(3_000_000), Timestamp(nanoseconds: .min)] {
            let seams = try self.seams(from: start)
            let kept = seams.lastIndex { $0.settled <= first } ?? -1
            var steps = 1
            while kept >= steps {
                let (anchor, known) = (seams[kept - steps], seams[kept])
                if let run = try run(from: anchor, until: known, seams: seams, after: last) { return run }
                steps *= 2
            }
            guard start.nanoseconds == .min else { continue }
            return try run(from: nil, until: nil, seams: seams, after: last) ?? (nil, TimelineRepairs())
        }
        return (nil, TimelineRepairs())
    }

    /// The seams whose items begin at a moment or later, in time order.
    private func seams(from start: Timestamp) throws -> [Seam] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT max(startTime) AS startTime, endTime, settledTime FROM item
                WHERE timeline = ? AND startTime >= ? AND settledTime IS NOT NULL
                GROUP BY settledTime ORDER BY settledTime
                """,
            arguments: [StoreSchema.derivedTimeline, start.nanoseconds]
        ).map { Seam(span: try $0.span, settled: try $0.time("settledTime")) }
    }

    /// Runs the segmenter from before the end of `anchor`, or from the first input, and writes the items behind `known`
    /// as they become final. If it does not find `known` again, it returns nil and writes nothing.
    ///
    /// It stops when it finalises the item of one of `seams` that begins well after `last`. A nil `last` stands for the
    /// end.
    private func run(from anchor: Seam?, until known: Seam?, seams: [Seam], after last: Timestamp?) throws
        -> (span: TimeSpan?, repairs: TimelineRepairs)?
    {
        var policy = policy
        policy.lateness = .zero
        var segmenter = TimelineSegmenter(policy: policy)
        var replacement = try ItemReplacement(db: db, from: known?.span.end ?? Timestamp(nanoseconds: .min))
        var end: Timestamp?
        var isKnownFound = known == nil
        let ends = Set(seams.map(\.span))
        // A span longer than a year counts as unlimited.
        let margin = min(policy.longestLookBack + policy.reportLifetime, .seconds(30_000_000))
        let earliest = last.map { $0 + margin } ?? Timestamp(nanoseconds: .max)

        let table = ReportTable(db: db)
        let hasClaims =
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM phoneReport WHERE rank > 0 AND rank = ?)",
                arguments: [Precedence.derived])
            ?? false
        /// Takes items that became final at a moment; returns false if no more are needed.
        func take(_ items: [TimelineItem], settled: Timestamp?) throws -> Bool {
            for item in items {
                if isKnownFound {
                    var item = item
                    if hasClaims, case .move(let move) = item {
                        item = .move(move.holding(try table.stated(during: move.span)))
                    }
                    try replacement.append(item, settled: settled)
                } else if item.span == known?.span {
                    isKnownFound = true
                } else if let known, item.span.end > known.span.start {
                    return false
                }
            }
            guard isKnownFound, settled != nil, let last = items.last?.span, last.start >= earliest, ends.contains(last)
            else { return true }
            // Stored items that begin later stay.
            end = last.end
            return false
        }

        let start = (anchor?.span.end).map { $0 - margin * 2 } ?? Timestamp(nanoseconds: .min)
        let reports = try table.reports(from: start)
        var next = try reports.next()
        var isStopped = false
        func feedReports(until time: Timestamp) throws {
            while !isStopped, let report = next, report.time <= time {
                next = try reports.next()
                isStopped = try !take(segmenter.append(report.activity, at: report.time), settled: report.time)
            }
        }
        try FixTable(db: db).forEach(from: start) { time, fix in
            try feedReports(until: time)
            guard !isStopped else { return false }
            isStopped = try !take(segmenter.append(fix, at: time), settled: time)
            return !isStopped
        }
        try feedReports(until: Timestamp(nanoseconds: .max))
        if !isStopped { _ = try take(segmenter.finish(), settled: nil) }
        guard isKnownFound else { return nil }
        return (try replacement.finish(until: end), segmenter.repairs)
    }
}
