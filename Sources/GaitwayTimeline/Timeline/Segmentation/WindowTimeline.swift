// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The items of one window.
struct WindowTimeline {
    let policy: TimelinePolicy
    let points: [TrackPoint]
    let coarse: CoarseFixes
    let reports: [TrackReport]
    let candidates: [StayFinder.Stay]
    let carried: CarriedVisit?
    let isFinal: Bool

    private var history: ReportHistory {
        ReportHistory(
            reports, end: end, lifetime: policy.reportLifetime.inSeconds,
            longestRest: policy.longestVisitSilence.inSeconds)
    }
    private var begin: Double {
        carried?.start
            ?? [points.first?.time, coarse.first, reports.first?.time].compactMap(\.self).min() ?? .infinity
    }
    private var end: Double {
        [points.last?.time, coarse.last, reports.last?.time].compactMap(\.self).max() ?? -.infinity
    }

    /// All items, the last one ongoing.
    func items() -> [TimelineItem] {
        guard begin.isFinite, end.isFinite, end > begin else { return [] }
        return build().items
    }

    /// The items before the visit in which the window ends, and that visit; nil if the window does not end in a visit
    /// with the last fix of `anchor`.
    func itemsAndHeldVisit(_ anchor: StayFinder.Stay) -> ([TimelineItem], CarriedVisit)? {
        let built = build()
        guard let last = built.stays.last, last.lastFix >= anchor.end, case .visit(let visit)? = built.items.last,
            visit.span.start == Timestamp(seconds: last.start)
        else { return nil }
        let counted = points.last?.time ?? last.end
        return (
            Array(built.items.dropLast()),
            CarriedVisit(
                start: last.start, centre: last.centre, longestSilence: last.longestSilence,
                activities: visit.activities, countedUntil: counted)
        )
    }

    private func build() -> (items: [TimelineItem], stays: [WindowSegmentation.Stay]) {
        let history = history
        let points = points.withUsualSilences(policy)
        // Reports and coarse fixes may be later than a fix that was in doubt. The window ends with its visit.
        let segmentation = WindowSegmentation(
            policy: policy, points: points, coarse: coarse, reports: history, begin: begin,
            end: isFinal ? end : points.last?.time ?? end, carried: carried)
        var stays = segmentation.visits(candidates: candidates)
        var items: [TimelineItem] = []
        var cursor = begin
        let trips = TripBuilder(policy: policy, points: points, coarse: coarse, reports: history)
        func append(_ trip: [TimelineItem], before stay: inout WindowSegmentation.Stay?) {
            var visit: Visit?
            if case .visit(let last)? = items.last { visit = last }
            let settled = settled(trip, after: &visit, before: &stay, history: history)
            if let visit { items[items.count - 1] = .visit(visit) }
            items += settled
        }
        for number in stays.indices {
            let isLast = number == stays.count - 1
            if stays[number].start > cursor {
                var stay: WindowSegmentation.Stay? = stays[number]
                append(
                    trips.items(from: cursor, to: stays[number].start, afterVisit: number > 0, beforeVisit: true),
                    before: &stay)
                if let stay { stays[number] = stay }
            }
            let stay = stays[number]
            let isOpen =
                isLast && isFinal && stay.lastFix >= (points.last?.time ?? 0)
                && coarse.denial(of: stay.centre, from: stay.lastFix, to: end) == nil
            // A visit does not last over a longer silence, even at the end of the track.
            let latest = stay.lastFix + policy.longestVisitSilence.inSeconds
            let departure = isOpen ? max(stay.end, end <= latest ? end : stay.lastFix) : stay.end
            items.append(
                visit(
                    stay, to: departure, history: history, isOngoing: isOpen && departure >= end, isFirst: number == 0))
            cursor = departure
        }
        if isFinal, end > cursor {
            var none: WindowSegmentation.Stay?
            append(
                trips.items(from: cursor, to: end, afterVisit: !stays.isEmpty, beforeVisit: false), before: &none)
        }
        return (joined(items), stays)
    }

    func visit(
        _ stay: WindowSegmentation.Stay, to departure: Double, history: ReportHistory, isOngoing: Bool,
        isFirst: Bool
    ) -> TimelineItem {
        let earlier = isFirst ? carried : nil
        let span = TimeSpan(start: Timestamp(seconds: stay.start), end: Timestamp(seconds: departure))
        // The visit that was carried may end before what was reported while it was held.
        var activities = (earlier?.activities ?? []).clipped(to: span)
        let from = max(stay.start, earlier?.countedUntil ?? -.infinity)
        for report in history.spans where report.end > from && report.start < departure {
            let activity: Activity
            switch report.motion {
            case .walking: activity = .walking
            case .running: activity = .running
            case .cycling: activity = .cycling
            default: continue
            }
            let start = Timestamp(seconds: max(from, report.start))
            let end = Timestamp(seconds: min(departure, report.end))
            if let last = activities.last, last.activity == activity, last.span.end == start {
                activities[activities.count - 1].span.end = end
            } else {
                activities.append(ReportedSpan(activity: activity, span: TimeSpan(start: start, end: end)))
            }
        }
        activities.removeAll { $0.span.seconds < policy.shortestSection.inSeconds }
        return .visit(
            Visit(
                span: span, latitude: stay.centre.latitude, longitude: stay.centre.longitude,
                spread: stay.centre.spread, fixCount: stay.centre.count,
                // A silence may begin before the visit or end after it.
                longestSilence: Duration(inSeconds: min(stay.longestSilence, departure - stay.start)),
                activities: activities,
                isOngoing: isOngoing))
    }
}
