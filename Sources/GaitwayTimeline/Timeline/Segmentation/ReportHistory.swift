// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The reports of a span. Each holds until the next, and a report of movement only for a limited time.
struct ReportHistory: Sendable {
    /// The span in which one report holds.
    struct Span: Sendable {
        var start: Double
        var end: Double
        var motion: Prediction
        var confidence: Confidence
        var duration: Double { end - start }
    }

    private(set) var spans: [Span] = []

    /// The spans of `reports`, in time order, the last one until `end`.
    ///
    /// A report of movement holds for at most `lifetime` seconds, and a report of rest for at most `longestRest`.
    init(_ reports: [TrackReport], end: Double, lifetime: Double, longestRest: Double) {
        spans.reserveCapacity(reports.count)
        for index in reports.indices {
            let report = reports[index]
            let next = index + 1 < reports.count ? reports[index + 1].time : max(end, report.time)
            guard next > report.time else { continue }
            let motion = report.motion
            let limit = min(next, report.time + (motion == .stationary ? longestRest : lifetime))
            if let last = spans.last, last.end == report.time, last.motion == motion,
                last.confidence == report.confidence
            {
                spans[spans.count - 1].end = limit
            } else {
                spans.append(
                    Span(start: report.time, end: limit, motion: motion, confidence: report.confidence))
            }
        }
    }

    /// The index of the first span that ends after `time`.
    func index(at time: Double) -> Int {
        spans.partitioningIndex { $0.end > time }
    }

    /// The span that holds at `time`, or nil.
    func span(at time: Double) -> Span? {
        let index = index(at: time)
        guard index < spans.count, spans[index].start <= time else { return nil }
        return spans[index]
    }

    /// The begin of the reported movement that leads up to `time`; `time` without one.
    ///
    /// Short rests and short times without a report do not end the movement.
    func movementStart(before time: Double, notBefore limit: Double, policy: TimelinePolicy) -> Double {
        let limit = max(limit, time - policy.longestLookBack.inSeconds)
        var start = time
        var idle = 0.0
        var index = min(index(at: time), spans.count - 1)
        while index >= 0 {
            let span = spans[index]
            index -= 1
            if span.start >= time { continue }
            if span.end <= limit { break }
            if span.motion.isMoving {
                start = max(limit, span.start)
                idle = 0
            } else if span.motion == .stationary && span.duration > policy.shortestRest.inSeconds {
                break
            } else {
                idle += min(time, span.end) - max(limit, span.start)
                if idle > policy.longestIdle.inSeconds { break }
            }
        }
        return start
    }

    /// The departure from a place in a silence from `start` to `end`, after which the person was away. `expected` is
    /// the departure time that the distance implies.
    func departure(between start: Double, and end: Double, expected: Double, policy: TimelinePolicy) -> Double {
        let limit = max(start, end - policy.longestLookBack.inSeconds)
        guard let found = outweighing(spans(from: limit, to: end).reversed(), policy: policy)?.start else {
            return expected
        }
        // A report of rest that held until the phone woke shows only that the phone slept.
        if found > expected, end - found <= policy.reportSlack.inSeconds { return expected }
        if found > expected, shares(from: expected, to: found).share(.stationary) < policy.stillShare {
            return expected
        }
        return found
    }

    /// The end of the reported rest at the start of a silence. It ends with movement longer than a flicker, or with a
    /// time without reports as long as a pause of a trip. Time after the last report of the silence is unknown.
    func restEnd(from start: Double, to end: Double, policy: TimelinePolicy) -> Double {
        var (rested, heard) = (start, start)
        var moving = 0.0
        for span in spans(from: start, to: end) {
            if span.start - heard > policy.tripEndingPause.inSeconds { break }
            heard = max(heard, span.start)
            if span.motion.isMoving {
                moving += span.duration
                if moving > policy.shortestSection.inSeconds { break }
                heard = span.end
            } else if span.motion == .stationary {
                moving = 0
                rested = span.end < end ? span.end : span.start
                heard = span.end
            }
        }
        return rested
    }

    /// The begin of the reported rest at the end of a silence; `end` without one.
    func restStart(from start: Double, to end: Double, policy: TimelinePolicy) -> Double {
        var (rested, heard) = (end, end)
        var moving = 0.0
        for span in spans(from: start, to: end).reversed() {
            if heard - span.end > policy.tripEndingPause.inSeconds { break }
            if span.motion.isMoving {
                moving += span.duration
                if moving > policy.shortestSection.inSeconds { break }
                heard = span.start
            } else if span.motion == .stationary, span.start > start {
                moving = 0
                rested = span.start
                heard = span.start
            }
        }
        return rested
    }

    /// The journeys in a silence: spans with `least` seconds of reports of a vehicle or a bicycle, or `onFoot` of any
    /// movement. Rests too short to separate two trips, and walks before and after, belong to them.
    func journeys(
        from start: Double, to end: Double, onFoot: Bool, least: Duration, policy: TimelinePolicy
    ) -> [Span] {
        let pause = policy.tripEndingPause.inSeconds
        var journeys: [Span] = []
        var ridden = 0.0
        var current: Span?
        func close() {
            if let journey = current, ridden >= least.inSeconds { journeys.append(journey) }
            (current, ridden) = (nil, 0)
        }
        let inside = spans(from: start, to: end)
        for (number, span) in inside.enumerated() where span.motion.isMoving {
            if let last = current, span.start - last.end >= pause { close() }
            // A report without a successor during its lifetime counts only for its own moment.
            let isFollowed = number + 1 < inside.count ? inside[number + 1].start == span.end : span.end == end
            let known = isFollowed ? span.end : max(span.start, span.end - policy.reportLifetime.inSeconds)
            if onFoot || span.motion == .automotive || span.motion == .cycling { ridden += known - span.start }
            if current == nil { current = span }
            current?.end = known
        }
        close()
        return journeys.filter { $0.end > $0.start }
    }

    /// The span, of those that lead away from a moment, up to which movement exceeds rest most; nil if it never does.
    ///
    /// Inside a silence there are only reports, so a wrong report far from the moment must not count. Rests that are
    /// visits, and longer times without reports, end the search.
    private func outweighing(_ spans: some Sequence<Span>, policy: TimelinePolicy) -> Span? {
        var (score, best) = (0.0, 0.0)
        var (rest, idle) = (0.0, 0.0)
        var found: Span?
        var previous: Span?
        for span in spans {
            if let previous { idle += max(0, span.start - previous.end, previous.start - span.end) }
            previous = span
            if span.motion.isMoving {
                score += span.duration
                (rest, idle) = (0, 0)
                if score > best { (best, found) = (score, span) }
            } else if span.motion == .stationary {
                score -= span.duration
                rest += span.duration
                if rest >= policy.shortestVisit.inSeconds { break }
            } else {
                idle += span.duration
            }
            if idle >= policy.tripEndingPause.inSeconds { break }
        }
        return found
    }

    /// The spans within a span of time, cut at its ends.
    private func spans(from start: Double, to end: Double) -> [Span] {
        spans[index(at: start)...].prefix { $0.start < end }.map { span in
            var part = span
            part.start = max(start, span.start)
            part.end = min(end, span.end)
            return part
        }
    }

    /// The end of the reported movement from `time` on; `time` without one.
    func movementEnd(after time: Double, notAfter limit: Double, policy: TimelinePolicy) -> Double {
        var end = time
        var index = index(at: time)
        while index < spans.count, spans[index].start <= limit {
            let span = spans[index]
            index += 1
            if span.motion.isMoving {
                if span.start > end + policy.longestIdleOnArrival.inSeconds { break }
                end = min(limit, max(end, span.end))
            } else if span.motion == .stationary {
                break
            }
        }
        return end
    }

    /// The last reported movement before `time`, at most `seconds` earlier.
    func lastMoving(before time: Double, within seconds: Double) -> Prediction? {
        var index = min(index(at: time), spans.count - 1)
        while index >= 0, spans[index].end > time - seconds {
            if spans[index].start < time, spans[index].motion.isMoving { return spans[index].motion }
            index -= 1
        }
        return nil
    }

    /// The first reported movement after `time`, at most `seconds` later.
    func firstMoving(after time: Double, within seconds: Double) -> Prediction? {
        var index = index(at: time)
        while index < spans.count, spans[index].start < time + seconds {
            if spans[index].motion.isMoving { return spans[index].motion }
            index += 1
        }
        return nil
    }

    /// Seconds of each motion in an interval.
    func shares(from start: Double, to end: Double) -> Shares {
        var shares = Shares()
        shares.total = max(0, end - start)
        var index = index(at: start)
        while index < spans.count, spans[index].start < end {
            let seconds = min(end, spans[index].end) - max(start, spans[index].start)
            if seconds > 0 { shares.seconds[spans[index].motion.rawValue] += seconds }
            index += 1
        }
        return shares
    }

    /// Seconds of each motion.
    struct Shares: Sendable {
        var seconds = [Double](repeating: 0, count: Prediction.allCases.count)
        var total = 0.0

        subscript(motion: Prediction) -> Double { seconds[motion.rawValue] }
        /// Seconds with a report.
        var known: Double { seconds.reduce(0, +) - self[.unknown] }
        /// The share of the interval reported as vehicle.
        func share(_ motion: Prediction) -> Double { total > 0 ? self[motion] / total : 0 }
        /// Seconds of any reported movement.
        var moving: Double { self[.walking] + self[.running] + self[.cycling] + self[.automotive] }
    }
}
