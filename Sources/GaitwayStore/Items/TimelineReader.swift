// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// Assembles the timeline of a span: derived items, imported items where there are none, and the corrections of both.
struct TimelineReader {
    let db: Database
    /// All corrections, in the order in which they were made.
    let corrections: [CorrectionRecord]
    let spans: CorrectionSpans
    let merges: PlaceMerges
    let lookup: PlaceLookup
    private let layers: [Int64]

    init(_ db: Database) throws {
        self.db = db
        corrections = try CorrectionRecord.order(Column("id")).fetchAll(db)
        spans = CorrectionSpans(corrections)
        lookup = try PlaceLookup(db, corrections)
        merges = try PlaceMerges(corrections, lookup)
        layers = [StoreSchema.derivedTimeline] + (try TimelineTable(db: db).elsewhere())
    }

    /// The items that share time with `span`, uncut, and the numbers of the corrections of this time that fit nothing.
    ///
    /// - Parameter withPaths: whether all sections have their paths. If not, only the items of corrections have them,
    ///   since they may be cut.
    func items(during span: TimeSpan, withPaths: Bool = true) throws -> (items: [TimelineItem], unfit: Set<Int64>) {
        let (corrected, unfit) = try correctedItems(within: closure(of: span), withPaths: withPaths)
        let shown = corrected.filter { $0.span.overlaps(span) }
        let counts = try TimelineDocument(items: shown).span.map { try StepTable(db: db).counts(during: $0) } ?? []
        let items = shown.counting(counts).map { item in
            guard case .visit(var visit) = item, let place = visit.placeIdentifier else { return item }
            visit.placeIdentifier = merges.root(of: place)
            return TimelineItem.visit(visit)
        }
        return (items, unfit)
    }

    /// All items of a span that no item and no correction crosses.
    func correctedItems(within window: TimeSpan, withPaths: Bool) throws -> (items: [TimelineItem], unfit: Set<Int64>) {
        var corrected = CorrectedTimeline(try plainItems(during: window, withPaths: withPaths), place: lookup.place)
        var unfit: Set<Int64> = []
        let records = spans.touching(window).flatMap(\.records).sorted { $0.id ?? 0 < $1.id ?? 0 }
        for record in records where try !corrected.apply(record.correction) {
            if let number = record.id { unfit.insert(number) }
        }
        return (corrected.items, unfit)
    }

    /// Items before any correction. Derived items take precedence; timelines fill the rest, those added last first.
    private func plainItems(during window: TimeSpan, withPaths: Bool) throws -> [TimelineItem] {
        let table = ItemTable(db: db)
        // With all paths nothing has to be known of the cuts.
        let stated = try SpanSet(withPaths ? [] : statedSpans(during: window))
        var timeline = TimelineDocument(items: [])
        for layer in layers {
            // Imported items are cut where derived ones begin and end.
            let needsAll = withPaths || layer != StoreSchema.derivedTimeline
            var items = try table.items(timeline: layer, during: window) { span, stops in
                try needsAll || !spans.touching(span).isEmpty || stated.touches(span)
                    || stops.contains { try knownPlace(of: $0) != nil }
            }.visiting(knownPlace)
            if layer == StoreSchema.derivedTimeline { items = try ForgottenTable(db: db).cut(items) }
            guard !items.isEmpty else { continue }
            timeline = timeline.joined(with: TimelineDocument(items: items)).timeline
        }
        guard let first = timeline.items.first, let last = timeline.items.last else {
            guard let before = try end(before: window.end), let after = try start(after: before) else { return [] }
            return [.gap(Gap(span: TimeSpan(start: before, end: after)))]
        }
        if window.start < first.span.start, let before = try end(before: first.span.start), before < first.span.start {
            timeline.items.insert(.gap(Gap(span: TimeSpan(start: before, end: first.span.start))), at: 0)
        }
        guard let after = try start(after: last.span.end) else { return timeline.items }
        // An item with a successor is over.
        timeline.items[timeline.items.count - 1].isOngoing = false
        if window.end > last.span.end, after > last.span.end {
            timeline.items.append(.gap(Gap(span: TimeSpan(start: last.span.end, end: after))))
        }
        return timeline.items
    }

    /// The spans at whose ends imported timelines may cut derived items: kinds of vehicles, and confirmed visits.
    private func statedSpans(during window: TimeSpan) throws -> [TimeSpan] {
        let table = ItemTable(db: db)
        return try layers.filter { $0 != StoreSchema.derivedTimeline }.flatMap { layer in
            try table.records(timeline: layer, during: window).flatMap { record in
                record.visit?.isConfirmed ?? false
                    ? [record.span]
                    : try Row.fetchAll(
                        db, sql: "SELECT startTime, endTime FROM section WHERE item = ? AND vehicle IS NOT NULL",
                        arguments: [record.id]
                    ).map { try $0.span }
            }
        }
    }

    // MARK: How far to look

    /// The shortest span around `span` that no item and no correction crosses.
    ///
    /// Nothing outside can change the inside, so a day can be read without the years around it.
    func closure(of span: TimeSpan) throws -> TimeSpan {
        var window = span
        while true {
            let wider = try widened(window)
            if wider == window { return window }
            window = wider
        }
    }

    private func widened(_ window: TimeSpan) throws -> TimeSpan {
        let table = ItemTable(db: db)
        let extents = try layers.compactMap { try table.extent(timeline: $0, during: window) }
        var wider = extents.reduce(window) { $0.union($1) }
        // Where nothing is known, there is a gap between the neighbouring items.
        if !extents.contains(where: { $0.start <= window.start }) {
            wider.start = try end(before: window.start) ?? wider.start
        }
        if !extents.contains(where: { $0.end >= window.end }) {
            wider.end = try start(after: window.end) ?? wider.end
        }
        return spans.touching(wider).reduce(wider) { $0.union($1.span) }
    }

    /// The end of the last item that ends by `time`.
    private func end(before time: Timestamp) throws -> Timestamp? {
        try layers.compactMap { layer in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT endTime FROM item WHERE timeline = ? AND startTime < ? AND endTime <= ?
                    ORDER BY startTime DESC LIMIT 1
                    """, arguments: [layer, time.nanoseconds, time.nanoseconds])
        }.max().map(Timestamp.init(nanoseconds:))
    }

    /// The start of the first item that begins at `time` or later.
    private func start(after time: Timestamp) throws -> Timestamp? {
        try layers.compactMap { layer in
            try Int64.fetchOne(
                db, sql: "SELECT min(startTime) FROM item WHERE timeline = ? AND startTime >= ?",
                arguments: [layer, time.nanoseconds])
        }.min().map(Timestamp.init(nanoseconds:))
    }
}

/// Spans, to ask which others they touch.
private struct SpanSet {
    /// Spans that do not touch, in time order.
    private var spans: [TimeSpan] = []

    init(_ all: [TimeSpan]) {
        for span in all.sorted(by: { $0.start < $1.start }) {
            if let last = spans.last, last.touches(span) {
                spans[spans.count - 1] = last.union(span)
            } else {
                spans.append(span)
            }
        }
    }

    func touches(_ span: TimeSpan) -> Bool {
        let next = spans.partitioningIndex { $0.end >= span.start }
        return next < spans.count && spans[next].touches(span)
    }
}
