// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Compares a timeline's trips with the truth of one day.
///
/// - A predicted trip is a run of moves and gaps between visits; a gap of over 30 min also ends it; gaps at its ends do
///   not belong to it. A and B belong to each other if they share at least half of the shorter.
/// - Found: one predicted trip per expected one, greatest overlap first. Missed: an expected trip left over. Piece: a
///   predicted trip left over that belongs to an expected one: the trip was cut. A cut within 60 s of a scripted wait
///   is a cut at a wait, else a wrong one. Invented: left over, and no piece; under ``TripTruth/Coverage/scripted``
///   such a trip is unscripted, which is not an error.
/// - Pauses: those of 2 to 5 min between two expected trips, and how many have a found trip on both sides.
/// - Edges: for found trips, the first piece's start and the last piece's end minus the expected times; once more with
///   the expected times moved into tracked time.
/// - Mode: the share of the expected moving time, within tracked time, at which a move of the right class is predicted.
/// - Sections: expected ones of at least 60 s, at least half of it tracked, touching ones of one class joined;
///   predicted ones likewise. Split: predicted sections beyond the first that belong to an expected one; merged:
///   expected sections beyond the first that belong to a predicted one.
package struct TripEvaluation: Sendable, Hashable {
    /// The figures of the day.
    package var figures: TripFigures

    /// A predicted move: seconds and class.
    private struct Piece {
        var start: Double
        var end: Double
        var travelClass: TripTruth.TravelClass?
    }

    private typealias Interval = (start: Double, end: Double)

    // The rules of the score. They are not part of the policy, since two timelines compare only under the same rules.

    /// The share of the shorter of two trips or sections that both must cover to belong together.
    private static let matchShare = 0.5
    /// A cut at most this far from an expected wait is at the wait, in seconds.
    private static let waitSlack = 60.0
    /// A longer gap separates two trips, in seconds.
    private static let longestGapInTrip = 1800.0
    /// Sections of one class are joined across shorter times, in seconds.
    private static let longestJoin = 60.0
    /// Shorter expected sections do not count, in seconds.
    private static let shortestSection = 60.0
    /// The share of an expected section that must be tracked.
    private static let trackedShare = 0.5
    /// Fixes with a larger radius do not count for scripted trips, in metres.
    private static let worstAccuracy = 200.0
    /// A scripted trip with fewer fixes is blind.
    private static let fewestFixes = 5
    /// The lengths of pauses between trips that a red light may also have, in seconds.
    private static let shortPauses = 120.0...300.0
    /// A scripted trip is also blind if its fixes span a smaller share of it.
    private static let seenShare = 0.25

    /// Scores a timeline against a day's truth. `fixes` are the times and accuracies of the phone's fixes. They show
    /// which expected trips were blind: those with fewer than five fixes of 200 m or better, or with fixes that span
    /// less than a quarter of the trip.
    package init(
        _ items: [TimelineItem], truth: TripTruth, fixes: [(time: Timestamp, accuracy: Double?)] = []
    ) {
        let period = Self.seconds(truth.period)
        let predicted = Self.trips(items, within: period)
        let spans = predicted.map { trip in
            Interval(trip[0].start, trip.reduce(trip[0].end) { max($0, $1.end) })
        }
        let reachable = truth.trips.map { Self.isReachable($0, truth.coverage, fixes) }
        let expected = zip(truth.trips, reachable).filter(\.1).map(\.0)
        let blind = zip(truth.trips, reachable).filter { !$0.1 }.map { Self.seconds($0.0.span) }
        let tracked = truth.tracked.map(Self.seconds)
        var figures = TripFigures(days: 1, hours: (period.end - period.start) / 3600)
        figures.expected = expected.count
        figures.blind = blind.count

        // One predicted trip for each expected one, greatest overlap first, the earlier of equals.
        var pairs: [(overlap: Double, truth: Int, trip: Int)] = []
        for (index, trip) in expected.enumerated() {
            for (other, span) in spans.enumerated() where Self.belongs(Self.seconds(trip.span), span) {
                pairs.append((Self.overlap(Self.seconds(trip.span), span), index, other))
            }
        }
        pairs.sort { ($1.overlap, $0.truth, $0.trip) < ($0.overlap, $1.truth, $1.trip) }
        var match = [Int?](repeating: nil, count: expected.count)
        var isUsed = [Bool](repeating: false, count: spans.count)
        for pair in pairs where match[pair.truth] == nil && !isUsed[pair.trip] {
            match[pair.truth] = pair.trip
            isUsed[pair.trip] = true
        }
        figures.found = match.count { $0 != nil }
        figures.missed = expected.count - figures.found
        for index in expected.indices.dropFirst() {
            let pause = Self.seconds(expected[index].span).start - Self.seconds(expected[index - 1].span).end
            guard Self.shortPauses.contains(pause) else { continue }
            figures.pauses += 1
            if match[index - 1] != nil, match[index] != nil { figures.partedPauses += 1 }
        }

        var pieces = [[Int]](repeating: [], count: expected.count)
        for (index, span) in spans.enumerated() where !isUsed[index] {
            var owner: (overlap: Double, truth: Int)?
            for (other, trip) in expected.enumerated() where Self.belongs(Self.seconds(trip.span), span) {
                let overlap = Self.overlap(Self.seconds(trip.span), span)
                if owner.map({ overlap >= $0.overlap }) ?? true { owner = (overlap, other) }
            }
            if let owner {
                pieces[owner.truth].append(index)
                figures.pieces += 1
            } else if !blind.contains(where: { Self.belongs($0, span) }) {
                if truth.coverage == .scripted { figures.unscripted += 1 } else { figures.invented += 1 }
            }
        }
        let waits = truth.waits.map(Self.seconds)
        for (index, trip) in expected.enumerated() {
            guard let first = match[index] else { continue }
            let parts = ([first] + pieces[index]).sorted()
            let span = Self.seconds(trip.span)
            for (before, after) in zip(parts, parts.dropFirst()) {
                let cut = Interval(spans[before].end, spans[after].start)
                if waits.contains(where: { Self.overlap(cut, ($0.start - Self.waitSlack, $0.end + Self.waitSlack)) > 0 }
                ) {
                    figures.cutsAtWaits += 1
                } else {
                    figures.wrongCuts += 1
                }
            }
            let start = spans[parts[0]].start
            let end = parts.reduce(-Double.infinity) { max($0, spans[$1].end) }
            figures.startErrors.append(start - span.start)
            figures.endErrors.append(end - span.end)
            let inside = Self.within(span, tracked)
            figures.trackedStartErrors.append(start - (inside.first?.start ?? span.start))
            figures.trackedEndErrors.append(end - (inside.last?.end ?? span.end))
        }
        Self.scoreModes(&figures, expected, predicted.flatMap { $0 }, tracked)
        Self.scoreSections(&figures, expected, predicted, tracked)
        self.figures = figures
    }

    // MARK: Modes and sections

    private static func scoreModes(
        _ figures: inout TripFigures, _ expected: [TripTruth.Trip], _ moves: [Piece], _ tracked: [Interval]
    ) {
        for trip in expected {
            for section in joined(trip.sections.map(piece)) {
                guard let travelClass = section.travelClass else { continue }
                for part in within((section.start, section.end), tracked) {
                    figures.expectedTime[travelClass, default: 0] += part.end - part.start
                    for move in moves {
                        let shared = overlap(part, (move.start, move.end))
                        guard shared > 0, let predicted = move.travelClass else { continue }
                        figures.labelledTime += shared
                        if predicted == travelClass { figures.rightTime[travelClass, default: 0] += shared }
                    }
                }
            }
        }
    }

    private static func scoreSections(
        _ figures: inout TripFigures, _ expected: [TripTruth.Trip], _ predicted: [[Piece]], _ tracked: [Interval]
    ) {
        let found = predicted.flatMap { joined($0) }.filter { $0.travelClass != nil }
        let wanted = expected.flatMap { joined($0.sections.map(piece)) }.filter { section in
            let length = section.end - section.start
            return length >= shortestSection
                && tracked.reduce(0) { $0 + overlap((section.start, section.end), $1) } >= trackedShare * length
        }
        func count(_ one: Piece, in others: [Piece]) -> Int {
            others.count { belongs((one.start, one.end), ($0.start, $0.end)) }
        }
        figures.sections = wanted.count
        figures.split = wanted.reduce(0) { $0 + max(0, count($1, in: found) - 1) }
        figures.merged = found.reduce(0) { $0 + max(0, count($1, in: wanted) - 1) }
    }

    private static func piece(_ section: TripTruth.Section) -> Piece {
        let span = seconds(section.span)
        return Piece(start: span.start, end: span.end, travelClass: section.travelClass)
    }

    /// Pieces with nearby pieces of the same class joined.
    private static func joined(_ pieces: [Piece]) -> [Piece] {
        var result: [Piece] = []
        for piece in pieces.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) where piece.end > piece.start {
            if let last = result.last, last.travelClass == piece.travelClass, piece.start - last.end < longestJoin {
                result[result.count - 1].end = max(last.end, piece.end)
            } else {
                result.append(piece)
            }
        }
        return result
    }

    // MARK: Trips

    private static func trips(_ items: [TimelineItem], within period: Interval) -> [[Piece]] {
        var trips: [[Piece]] = []
        var current: [Piece] = []
        func cut(_ span: TimeSpan) -> Interval? {
            let whole = seconds(span)
            let part = Interval(max(whole.start, period.start), min(whole.end, period.end))
            return part.end > part.start ? part : nil
        }
        for item in items.sorted(by: { $0.span.start < $1.span.start }) {
            switch item {
            case .gap: continue
            case .visit(let visit):
                guard cut(visit.span) != nil else { continue }
                if !current.isEmpty { trips.append(current) }
                current = []
            case .move(let move):
                for section in move.sections {
                    guard let part = cut(section.span) else { continue }
                    if let last = current.last, part.start - last.end > longestGapInTrip {
                        trips.append(current)
                        current = []
                    }
                    current.append(
                        Piece(
                            start: part.start, end: part.end,
                            travelClass: TripTruth.TravelClass(section.activity)))
                }
            }
        }
        if !current.isEmpty { trips.append(current) }
        return trips
    }

    private static func isReachable(
        _ trip: TripTruth.Trip, _ coverage: TripTruth.Coverage, _ fixes: [(time: Timestamp, accuracy: Double?)]
    ) -> Bool {
        guard coverage == .scripted else { return true }
        let span = seconds(trip.span)
        let times = fixes.filter { ($0.accuracy ?? 0) <= worstAccuracy }.map { $0.time.seconds }
            .filter { $0 >= span.start && $0 <= span.end }.sorted()
        guard times.count >= fewestFixes, let first = times.first, let last = times.last else { return false }
        return last - first >= seenShare * (span.end - span.start)
    }

    // MARK: Intervals

    private static func seconds(_ span: TimeSpan) -> Interval {
        (span.start.seconds, span.end.seconds)
    }

    private static func overlap(_ one: Interval, _ other: Interval) -> Double {
        max(0, min(one.end, other.end) - max(one.start, other.start))
    }

    private static func belongs(_ one: Interval, _ other: Interval) -> Bool {
        let shorter = min(one.end - one.start, other.end - other.start)
        return shorter > 0 && overlap(one, other) >= matchShare * shorter
    }

    private static func within(_ interval: Interval, _ spans: [Interval]) -> [Interval] {
        spans.filter { overlap(interval, $0) > 0 }
            .map { (max(interval.start, $0.start), min(interval.end, $0.end)) }
    }
}
