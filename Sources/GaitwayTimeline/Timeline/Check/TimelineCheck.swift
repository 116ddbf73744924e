// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Checks the rules that hold for every timeline, from Gaitway or from other programs.
package struct TimelineCheck: Sendable {
    let policy: TimelinePolicy

    /// A check with the thresholds of the policy that the timeline was made with.
    package init(policy: TimelinePolicy = TimelinePolicy()) { self.policy = policy }

    /// The broken rules, in time order.
    ///
    /// - Parameters:
    ///   - timeline: items in time order.
    ///   - fixes: the fixes that it was made of, in any order, if there are any; only with them the centres of visits
    ///     can be compared with fixes.
    package func faults(of timeline: TimelineDocument, fixes: [(Timestamp, Location)] = []) -> [TimelineFault] {
        let items = timeline.items
        let usable = FixCleaner.usable(fixes, policy: policy)
        var faults = touching(items) + joints(items)
        for (index, item) in items.enumerated() {
            switch item {
            case .visit(let visit): faults += check(visit, usable)
            case .move(let move):
                for section in move.sections { faults += check(section) }
                if index > 0, index + 1 < items.count {
                    faults += beeline(of: move, items[index - 1], items[index + 1])
                }
            case .gap: break
            }
        }
        return faults.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
            .map(\.element)
    }

    // MARK: Order

    private func touching(_ items: [TimelineItem]) -> [TimelineFault] {
        var faults: [TimelineFault] = []
        for (index, item) in items.enumerated() {
            func add(_ problem: String) { faults.append(TimelineFault(.touching, item.span, problem)) }
            if item.span.start >= item.span.end { add("it ends when it begins, or earlier") }
            if index + 1 < items.count, items[index + 1].span.start != item.span.end {
                let seconds = items[index + 1].span.start.seconds(since: item.span.end)
                add("the next item begins \(Self.text(seconds)) s later")
            }
            if item.isOngoing, index + 1 < items.count { add("it is ongoing, and another item follows") }
            switch item {
            case .move(let move):
                let ends = zip([move.span.start] + move.sections.map(\.span.end), move.sections.map(\.span.start))
                if ends.contains(where: { $0 != $1 }) || move.sections.last?.span.end != move.span.end {
                    add("its sections do not fill it")
                }
                if move.sections.contains(where: { $0.span.start >= $0.span.end }) { add("a section has no duration") }
            case .visit(let visit):
                let isOutside = visit.activities.contains {
                    $0.span.start < visit.span.start || $0.span.end > visit.span.end || $0.span.start >= $0.span.end
                }
                if isOutside { add("a reported activity lies outside it") }
            case .gap: break
            }
        }
        return faults
    }

    // MARK: Visits

    private func check(_ visit: Visit, _ fixes: [TrackPoint]) -> [TimelineFault] {
        var faults: [TimelineFault] = []
        let widest = policy.widestPlace
        if visit.spread > widest {
            faults.append(
                TimelineFault(
                    .centre, visit.span,
                    "its fixes lie \(Self.text(visit.spread)) m from its centre, at most "
                        + "\(Self.text(widest)) m are one place"))
        }
        // Files round times to the millisecond.
        let first = fixes.partitioningIndex { $0.time >= visit.span.start.seconds - 0.001 }
        let last = fixes.partitioningIndex { $0.time > visit.span.end.seconds + 0.001 }
        let distances = fixes[first..<max(first, last)].map { fix in
            Ellipsoid.shortDistance(visit.latitude, visit.longitude, fix.latitude, fix.longitude)
                - min(fix.accuracy, widest)
        }.sorted()
        if !distances.isEmpty, distances[(distances.count - 1) / 2] > policy.visitRadius {
            faults.append(
                TimelineFault(
                    .centre, visit.span,
                    "half of its \(distances.count) fixes lie more than "
                        + "\(Self.text(policy.visitRadius)) m from its centre"))
        }
        if visit.longestSilence > policy.longestVisitSilence {
            faults.append(
                TimelineFault(
                    .silence, visit.span,
                    "it lasts over \(Self.text(visit.longestSilence.inSeconds / 3600)) h without a fix"))
        }
        return faults
    }

    // MARK: Sections

    private func check(_ section: MoveSection) -> [TimelineFault] {
        var faults: [TimelineFault] = []
        let fastest = policy.fastest(section.activity, section.vehicle)
        let name = section.vehicle?.rawValue ?? section.activity.rawValue
        for metres in [section.distance, section.unobservedDistance].compactMap(\.self)
        where !(metres >= 0 && metres.isFinite) {
            faults.append(TimelineFault(.distance, section.span, "\(metres) m are not a distance"))
        }
        if let distance = section.wholeDistance {
            // A person's word about a section stands.
            if section.evidence != .correction, distance > fastest * section.span.seconds + policy.visitRadius {
                faults.append(
                    TimelineFault(
                        .speed, section.span,
                        "\(Self.text(distance)) m of \(name) in \(Self.text(section.span.seconds)) s "
                            + "are \(Self.text(distance / section.span.seconds * 3.6)) km/h"))
            }
            let points = section.path.joined()
            if let first = points.first, let last = section.path.last?.last {
                let beeline = Self.beeline(first, last)
                if distance < beeline * (1 - Self.rounding) - 1 {
                    faults.append(
                        TimelineFault(
                            .distance, section.span,
                            "\(Self.text(distance)) m, and the ends of its path lie \(Self.text(beeline)) m apart"))
                }
            }
        }
        if let fault = unseen(section) { faults.append(fault) }
        let length = MoveSection.length(of: section.path)
        if let distance = section.distance, distance < length * (1 - Self.rounding) - 1 {
            faults.append(
                TimelineFault(
                    .distance, section.span, "\(Self.text(distance)) m, and its path has \(Self.text(length)) m"))
        }
        if let maximum = section.maximumSpeed {
            let slowest = section.fastestMean
            let bound = policy.bursts * fastest
            if maximum > bound + 0.1 || maximum < min(bound, slowest) * (1 - Self.rounding) - 0.1 {
                faults.append(
                    TimelineFault(
                        .speed, section.span,
                        "a maximum of \(Self.text(maximum * 3.6)) km/h of \(name), and a mean of "
                            + "\(Self.text(slowest * 3.6)) km/h along its path"))
            }
        }
        return faults
    }

    /// The first long silence of a section that was crossed too fast for its activity. Reports and people know better
    /// than speeds.
    private func unseen(_ section: MoveSection) -> TimelineFault? {
        guard section.evidence == .speed, section.activity != .automotive, section.activity != .stationary else {
            return nil
        }
        for (before, after) in zip(section.path, section.path.dropFirst()) {
            guard let from = before.last, let to = after.first else { continue }
            let seconds = to.time.seconds(since: from.time)
            let way = Self.beeline(from, to) - 2 * policy.worstAccuracy
            if seconds >= policy.longUnseen.inSeconds, way > policy.fastestUnseenRide * seconds {
                return TimelineFault(
                    .unseen, TimeSpan(start: from.time, end: to.time),
                    "\(Self.text(way)) m of \(section.activity.rawValue) in \(Self.text(seconds)) s without a fix")
            }
        }
        return nil
    }

    /// A move between two visits covers at least the way between them.
    private func beeline(of move: Move, _ before: TimelineItem, _ after: TimelineItem) -> [TimelineFault] {
        let ways = move.sections.map { $0.wholeDistance ?? ($0.activity == .stationary ? 0 : nil) }
        guard case .visit(let from) = before, case .visit(let to) = after, !ways.contains(nil) else { return [] }
        let way = ways.reduce(0) { $0 + ($1 ?? 0) }
        let apart = Ellipsoid.way(from.latitude, from.longitude, to.latitude, to.longitude)
        guard way < apart * (1 - Self.rounding) - 2 * policy.widestPlace else { return [] }
        return [
            TimelineFault(
                .distance, move.span,
                "\(Self.text(way)) m between visits that lie \(Self.text(apart)) m apart")
        ]
    }

    // MARK: Joints

    /// A known position at a moment, and how wrong it may be.
    private struct Anchor {
        var item: Int
        var time: Timestamp
        var latitude: Double
        var longitude: Double
        var slack: Double
    }

    private func joints(_ items: [TimelineItem]) -> [TimelineFault] {
        var faults: [TimelineFault] = []
        var last: Anchor?
        let slack = policy.widestPlace
        for (index, item) in items.enumerated() {
            var anchors: [Anchor] = []
            switch item {
            case .visit(let visit):
                anchors = [visit.span.start, visit.span.end].map {
                    Anchor(item: index, time: $0, latitude: visit.latitude, longitude: visit.longitude, slack: slack)
                }
            case .move(let move):
                let pieces = move.sections.flatMap(\.path)
                anchors = [pieces.first?.first, pieces.last?.last].compactMap(\.self).map {
                    Anchor(item: index, time: $0.time, latitude: $0.latitude, longitude: $0.longitude, slack: slack)
                }
            case .gap: continue
            }
            if let last, let next = anchors.first { faults += joint(last, next, items) }
            last = anchors.last ?? last
        }
        return faults
    }

    private func joint(_ from: Anchor, _ to: Anchor, _ items: [TimelineItem]) -> [TimelineFault] {
        let span = TimeSpan(start: from.time, end: max(from.time, to.time))
        let apart = Ellipsoid.distance(from.latitude, from.longitude, to.latitude, to.longitude)
        let speeds = items[from.item...to.item].flatMap { item -> [Double] in
            switch item {
            case .visit: return []
            case .gap: return [policy.fastestAirplane]
            case .move(let move):
                let crossed = move.sections.filter { $0.span.overlaps(span) }
                return crossed.map { policy.fastest($0.activity, $0.vehicle) }
            }
        }
        let fastest = speeds.max() ?? policy.fastestWalking
        guard apart > from.slack + to.slack + fastest * span.seconds else { return [] }
        return [
            TimelineFault(
                .joint, span, "\(Self.text(apart)) m in \(Self.text(span.seconds)) s to the next item")
        ]
    }

    // MARK: Numbers

    /// Files round lengths and times.
    private static let rounding = 0.002

    private static func beeline(_ first: PathPoint, _ last: PathPoint) -> Double {
        Ellipsoid.distance(first.latitude, first.longitude, last.latitude, last.longitude)
    }

    private static func text(_ number: Double) -> String { DecimalText.text(number, places: 1) }
}
