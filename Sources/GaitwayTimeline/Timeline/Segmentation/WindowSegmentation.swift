// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Splits one window of a track into visits and trips.
///
/// A window begins at the start of the track, or in a visit carried over from the previous window. It ends at the end
/// of the track, or in a visit so long that no later input can change the time before it.
struct WindowSegmentation {
    /// A visit in the making.
    struct Stay: Sendable {
        var start: Double
        var end: Double
        var centre: Centre
        var longestSilence = 0.0
        /// The times of its first and last fix. Reports may move start and end beyond them.
        var firstFix: Double
        var lastFix: Double
        var isVisit = true
        /// When its fixes lay beside it and were coarse. They do not show an arrival or a departure.
        var beside: [ClosedRange<Double>] = []
    }

    let policy: TimelinePolicy
    let points: [TrackPoint]
    let coarse: CoarseFixes
    let reports: ReportHistory
    /// The bounds of the window.
    let begin: Double
    let end: Double
    let carried: CarriedVisit?

    /// The index of the first fix at or after `time`.
    func index(from time: Double) -> Int {
        points.partitioningIndex { $0.time >= time }
    }

    /// The visits of the window, in time order, with their bounds refined.
    func visits(candidates: [StayFinder.Stay]) -> [Stay] {
        var stays: [Stay] = []
        for (number, candidate) in candidates.enumerated() {
            let earlier = number == 0 ? carried : nil
            var longest = earlier?.longestSilence ?? 0
            let range = index(from: candidate.start)..<index(from: candidate.end.nextUp)
            let counted = index(from: earlier?.countedUntil.nextUp ?? -.infinity)
            let added = range.clamped(to: min(counted, range.upperBound)..<range.upperBound)
            // The fix before the first may have been dropped from a carried visit.
            var last = earlier?.countedUntil
            for point in points[added] {
                longest = max(longest, point.time - (last ?? point.time))
                last = point.time
            }
            var centre = Centre(around: points[added], policy: policy)
            if let earlier {
                centre.merge(earlier.centre)
                // A few fixes alone do not show which of them lie in the place.
                if centre.spread > policy.visitRadius { centre = earlier.counting(points[added], policy).centre }
            }
            guard isStay(candidate, centre, range) else { continue }
            stays.append(
                Stay(
                    start: candidate.start, end: candidate.end, centre: centre, longestSilence: longest,
                    firstFix: candidate.start, lastFix: candidate.end))
        }
        stays = merged(withoutEchoes(merged(stays)))
        stays = merged(withSilences(stays))
        for index in stays.indices { stays[index].isVisit = endsTrip(stays[index]) }
        stays.removeAll { !$0.isVisit }
        if stays.isEmpty, let whole = stayThroughout() { return [whole] }
        refine(&stays)
        coverHoles(&stays)
        stays.removeAll { $0.end - $0.start < policy.shortestVisit.inSeconds && $0.firstFix > begin && $0.end < end }
        // With known arrival and departure, the rest may be too short to end a trip.
        stays = stays.enumerated().filter { index, stay in
            index == 0 && carried != nil || stay.firstFix <= begin || stay.end >= end || endsTrip(stay)
        }.map(\.element)
        withoutStubs(&stays)
        return merged(stays).enumerated().compactMap { $0 == 0 && carried != nil ? $1 : centred($1) }
    }

    // MARK: Stays

    private func isStay(_ candidate: StayFinder.Stay, _ centre: Centre, _ range: Range<Int>) -> Bool {
        if candidate.duration >= policy.certainVisit.inSeconds { return true }
        // A slow walk moves its centre; a stay does not.
        guard range.count >= policy.fewestDriftFixes else { return true }
        var early = Centre()
        var late = Centre()
        let middle = (candidate.start + candidate.end) / 2
        var earlyTime = 0.0
        var lateTime = 0.0
        for index in range {
            if points[index].time < middle {
                early.add(points[index])
                earlyTime += points[index].time
            } else {
                late.add(points[index])
                lateTime += points[index].time
            }
        }
        guard early.count > 0, late.count > 0 else { return true }
        let apart = early.distance(to: late)
        let seconds = lateTime / Double(late.count) - earlyTime / Double(early.count)
        return seconds <= 0 || apart / seconds <= policy.fastestDrift
    }

    /// Whether a stay is a visit, which ends a trip, or a pause within one.
    private func endsTrip(_ stay: Stay) -> Bool {
        let duration = stay.end - stay.start
        if duration >= policy.certainVisit.inSeconds { return true }
        let shares = reports.shares(from: stay.start, to: stay.end)
        if shares.share(.automotive) + shares.share(.cycling) > policy.vehicleShare { return false }
        if shares.share(.walking) + shares.share(.running) > policy.restlessShare { return false }
        if duration >= policy.tripEndingPause.inSeconds { return true }
        if isToldRest(stay, shares) { return true }
        // The person stayed in the vehicle, which was reported before and after without a step between.
        let (slack, look) = (policy.reportSlack.inSeconds, policy.longestVehicleLook.inSeconds)
        if reports.lastMoving(before: stay.start + slack, within: look) == .automotive,
            reports.firstMoving(after: stay.end - slack, within: look) == .automotive
        {
            return false
        }
        let onFoot = shares.share(.walking) + shares.share(.running)
        guard onFoot < policy.walkingShare else { return false }
        // A phone with many unknown reports says still for some time, and nothing else for as long.
        let isTold =
            shares[.stationary] >= policy.shortestToldRest.inSeconds && shares[.stationary] > shares.moving
        return isTold || shares.share(.stationary) >= policy.stillShare
    }

    /// Whether reports of rest, without a vehicle, tell a short stay from a wait in traffic.
    private func isToldRest(_ stay: Stay, _ shares: ReportHistory.Shares) -> Bool {
        shares[.stationary] >= policy.certainToldRest.inSeconds && shares.moving < policy.shortestSection.inSeconds
            && stay.centre.spread <= policy.smallestCore
    }

    // MARK: Silences

    /// Extends stays through silences in which the person cannot have moved all the time.
    private func withSilences(_ stays: [Stay]) -> [Stay] {
        var result: [Stay] = []
        var next = 0
        func append(_ stay: Stay) { result.append(stay) }
        var index = 0
        let longestSilence = policy.longestSilence.inSeconds
        while index + 1 < points.count {
            let point = points[index]
            while next < stays.count, stays[next].firstFix <= point.time {
                append(stays[next])
                next += 1
            }
            let after = points[index + 1]
            index += 1
            let silence = after.time - point.time
            guard silence > longestSilence else { continue }
            if let last = result.last, last.firstFix <= point.time, last.lastFix >= after.time { continue }
            let rest = rest(from: index - 1, to: index, at: result.last?.lastFix == point.time ? result.last : nil)
            if let leave = rest.leave {
                if var last = result.last, last.lastFix == point.time {
                    last.end = max(last.end, leave)
                    last.longestSilence = max(last.longestSilence, leave - point.time)
                    result[result.count - 1] = last
                } else {
                    append(Stay(at: point, from: point.time, to: leave))
                }
            }
            if let arrive = rest.arrive {
                if next < stays.count, stays[next].firstFix == after.time {
                    var stay = stays[next]
                    stay.start = arrive
                    append(stay)
                    next += 1
                } else {
                    append(Stay(at: after, from: arrive, to: after.time))
                }
            }
        }
        while next < stays.count {
            append(stays[next])
            next += 1
        }
        return result
    }

    /// The end of the rest at the start of a silence, and the begin of the rest at its end; nil for no rest.
    private func rest(from first: Int, to second: Int, at stay: Stay?) -> (leave: Double?, arrive: Double?) {
        let (point, after) = (points[first], points[second])
        let silence = after.time - point.time
        let distance = point.distance(to: after)
        let shares = reports.shares(from: point.time, to: after.time)
        let moving = max(shares.moving, distance / policy.walkingPace)
        let vehicle = shares.share(.automotive) + shares.share(.cycling)
        let denial = coarse.denial(
            of: stay?.centre ?? Centre(of: point), from: point.time, to: after.time)
        // Silence between two drives does not mean rest, and a distance too fast to walk leaves no time for one.
        let isSilent =
            denial == nil && silence <= policy.longestVisitSilence.inSeconds
            && vehicle <= policy.vehicleShare && distance < policy.longestSilentWay
            && distance / policy.walkingPace <= silence && silence - moving >= policy.tripEndingPause.inSeconds
            && (shares.share(.stationary) >= policy.stillShare || !isDriven(upTo: first) || !isDriven(from: second))
        // Reports that cover most of the silence show when the person moved in it.
        let isTold =
            distance > policy.shortestTrip && shares.moving >= policy.shortestSection.inSeconds
            && shares.known > policy.knownShare * silence
            || !reports.journeys(
                from: point.time, to: after.time, onFoot: false, least: policy.tripEndingPause, policy: policy
            ).isEmpty
        if isSilent, !isTold { return (after.time - min(moving, silence), nil) }
        let longest = policy.longestVisitSilence.inSeconds
        let leave = min(
            reports.restEnd(from: point.time, to: after.time, policy: policy), denial ?? .infinity,
            point.time + longest)
        let arrive = max(
            reports.restStart(from: point.time, to: after.time, policy: policy), after.time - longest)
        let isDenied = coarse.denial(of: Centre(of: after), from: arrive, to: after.time) != nil
        func isRest(_ start: Double, _ end: Double) -> Bool {
            end - start >= policy.tripEndingPause.inSeconds
                && reports.shares(from: start, to: end).share(.stationary) >= policy.stillShare
        }
        let rests = (leave: isRest(point.time, leave), arrive: isRest(arrive, after.time) && !isDenied)
        if isSilent, !rests.leave, !rests.arrive { return (after.time - min(moving, silence), nil) }
        return (rests.leave ? leave : nil, rests.arrive && arrive > leave ? arrive : nil)
    }

    /// The whole window as one stay, if it has too few fixes to show one and none of them is far from the others.
    private func stayThroughout() -> Stay? {
        guard let first = points.first, let last = points.last else { return nil }
        let longest = policy.longestVisitSilence.inSeconds
        let times = [begin] + points.map(\.time) + [end]
        guard zip(times, times.dropFirst()).allSatisfy({ $1 - $0 <= longest }) else { return nil }
        let centre = Centre(around: points, policy: policy)
        guard !isAway(points[...], from: centre), !isBeside(points[...], centre),
            coarse.denial(of: centre, from: begin, to: end) == nil
        else { return nil }
        let shares = reports.shares(from: begin, to: end)
        guard shares.moving <= policy.walkingShare * shares.total else { return nil }
        // A log too short for a visit shows a move if its fixes keep moving.
        if end - begin < policy.shortestVisit.inSeconds, shares.known == 0,
            let speed = SpeedProfile(points, policy: policy).speed(at: (begin + end) / 2),
            speed > policy.walkingPace / 2
        {
            return nil
        }
        return Stay(
            start: begin, end: end, centre: centre, longestSilence: 0, firstFix: first.time,
            lastFix: last.time)
    }

    /// Extends the first and the last visit to the bounds of the window if the fixes beyond are not a trip. Only fixes
    /// without a silence too long for a visit before the place count.
    private func withoutStubs(_ stays: inout [Stay]) {
        guard let first = stays.first, let last = stays.last else { return }
        let longest = policy.longestVisitSilence.inSeconds
        func isBroken(before index: Int) -> Bool { points[index].time - points[index - 1].time > longest }
        let (start, rest) = (index(from: first.firstFix), index(from: last.lastFix.nextUp))
        if carried == nil {
            var earliest = start
            while earliest > 0, earliest < points.count, !isBroken(before: earliest) { earliest -= 1 }
            let opening = earliest > 0 ? points[min(earliest, points.count - 1)].time : begin
            if !isAway(points[earliest..<min(start + 1, points.count)], from: first.centre),
                coarse.denial(of: first.centre, from: opening, to: first.firstFix) == nil
            {
                let time = earliest < points.count ? points[earliest].time : first.start
                stays[0].start = min(stays[0].start, time)
                stays[0].firstFix = min(stays[0].firstFix, time)
                let shares = reports.shares(from: begin, to: time)
                if earliest == 0, time - begin <= longest,
                    shares.moving <= max(policy.shortestSection.inSeconds, policy.walkingShare * shares.total)
                {
                    stays[0].start = begin
                }
            }
        }
        var latest = rest
        while latest > 0, latest < points.count, !isBroken(before: latest) { latest += 1 }
        let closing = latest < points.count ? points[max(0, latest - 1)].time : end
        if !isAway(points[max(0, rest - 1)..<latest], from: last.centre),
            coarse.denial(of: last.centre, from: last.lastFix, to: closing) == nil
        {
            let time = latest > 0 ? points[latest - 1].time : last.end
            stays[stays.count - 1].end = max(stays[stays.count - 1].end, time)
            stays[stays.count - 1].lastFix = max(stays[stays.count - 1].lastFix, time)
        }
    }

    /// Whether a fix is far from a place, unless the fixes before and after it show that this is jitter, which few
    /// fixes are.
    private func isAway(_ slice: ArraySlice<TrackPoint>, from centre: Centre) -> Bool {
        var (lastNear, isFar, far) = (-Double.infinity, false, 0)
        for point in slice {
            let isNear = centre.distance(to: point) - point.accuracy <= policy.shortestTrip
            if isFar || !isNear, point.time - lastNear > policy.jitterDuration.inSeconds { return true }
            isFar = !isNear
            if isNear { lastNear = point.time } else { far += 1 }
        }
        return isFar || 2 * far > slice.count
    }

    /// A stay whose centre most of its fixes are near; nil if they are not one place.
    private func centred(_ stay: Stay) -> Stay? {
        let inside = points[index(from: stay.start)..<index(from: stay.end.nextUp)]
        func isScattered(_ centre: Centre) -> Bool {
            isBeside(inside, centre) || centre.spread > policy.widestPlace
        }
        guard isScattered(stay.centre) else { return stay }
        var stay = stay
        stay.centre = Centre(around: inside, policy: policy)
        return isScattered(stay.centre) ? nil : stay
    }

    /// Whether most of the fixes lie outside a place.
    private func isBeside(_ slice: ArraySlice<TrackPoint>, _ centre: Centre) -> Bool {
        2 * slice.count { policy.isBeyond($0, at: centre.distance(to: $0)) } > slice.count
    }

    /// Joins neighbours at the same spot without a trip between them.
    private func merged(_ stays: [Stay]) -> [Stay] {
        var result: [Stay] = []
        for stay in stays {
            guard var last = result.last, isOneSpot(last, stay),
                stay.firstFix - last.lastFix <= policy.longestVisitSilence.inSeconds,
                !isTrip(from: last, to: stay) || isEcho(from: last, to: stay)
            else {
                result.append(stay)
                continue
            }
            last.longestSilence = max(last.longestSilence, stay.longestSilence, stay.firstFix - last.lastFix)
            last.beside += stay.beside
            if last.centre.distance(to: stay.centre) > policy.spotReach * policy.visitRadius {
                let coarser = last.centre.accuracy > stay.centre.accuracy ? last : stay
                last.beside.append(coarser.firstFix...coarser.lastFix)
            }
            last.centre.merge(stay.centre)
            last.end = max(last.end, stay.end)
            last.lastFix = stay.lastFix
            result[result.count - 1] = last
        }
        return result
    }

    /// Whether two stays are close enough to be one that wandered. Stays of coarse fixes, such as those from cells, may
    /// lie farther apart: a phone that finds another cell has not moved.
    func isOneSpot(_ first: Stay, _ second: Stay) -> Bool {
        let errors = [first, second].map { stay in
            stay.centre.accuracy > policy.visitRadius
                ? min(stay.centre.accuracy, policy.widestPlace) : 0
        }
        let error = (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot()
        return first.centre.distance(to: second.centre) <= policy.spotReach * max(policy.visitRadius, error)
    }

    /// Whether the person really left between two stays at the same spot.
    private func isTrip(from first: Stay, to second: Stay) -> Bool {
        var far = 0
        for index in index(
            from: first.lastFix.nextUp)..<max(index(from: second.firstFix), index(from: first.lastFix.nextUp))
        {
            let point = points[index]
            let distance = first.centre.distance(to: point) - point.accuracy
            if distance > policy.shortestTrip { far += 1 }
        }
        return far >= policy.fewestFarFixes
            || coarse.denial(of: first.centre, from: first.lastFix, to: second.firstFix) != nil
    }

    /// Whether a vehicle arrived at a fix or left from it.
    private func isDriven(upTo index: Int) -> Bool {
        index > 0 && points[index].isDriven(from: points[index - 1], policy)
    }
    private func isDriven(from index: Int) -> Bool {
        index + 1 < points.count && points[index].isDriven(from: points[index + 1], policy)
    }
}

extension WindowSegmentation.Stay {
    /// A stay of one fix that extends through the silence before or after it.
    init(at point: TrackPoint, from start: Double, to end: Double) {
        self.init(
            start: start, end: end, centre: Centre(of: point), longestSilence: end - start, firstFix: point.time,
            lastFix: point.time)
    }
}
