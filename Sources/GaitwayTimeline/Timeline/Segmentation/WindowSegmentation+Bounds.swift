// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension WindowSegmentation {
    /// Moves the ends of visits to the start and end of the trips between them.
    func refine(_ stays: inout [Stay]) {
        for index in stays.indices {
            let earliest = index > 0 ? stays[index - 1].end : begin
            let isCarried = index == 0 && carried != nil
            stays[index].start = isCarried ? begin : arrival(stays[index], after: earliest)
            let next = index + 1 < stays.count ? stays[index + 1] : nil
            stays[index].end = departure(stays[index], to: next)
            if stays[index].end < stays[index].start { stays[index].end = stays[index].start }
        }
        for index in stays.indices.dropFirst() {
            (stays[index - 1], stays[index]) = separated(stays[index - 1], stays[index])
        }
        for index in stays.indices { leaveInTime(&stays[index]) }
        for index in stays.indices.dropFirst() where stays[index].start < stays[index - 1].end {
            stays[index].start = stays[index - 1].end
            stays[index].end = max(stays[index].end, stays[index].start)
        }
    }

    /// Ends a stay before a vehicle could no longer reach the next fix from its centre.
    private func leaveInTime(_ stay: inout Stay) {
        let after = index(from: stay.end)
        guard after < points.count else { return }
        let way = stay.centre.distance(to: points[after]) - 2 * policy.widestPlace
        guard way > 0 else { return }
        stay.end = max(stay.start, min(stay.end, points[after].time - way / policy.fastestVehicle))
    }

    /// The distance from a stay's centre within which a fix means "still there".
    private func coreRadius(_ stay: Stay) -> Double {
        min(max(policy.smallestCore, stay.centre.spread), policy.coreShare * policy.visitRadius)
    }

    /// Whether a fix says "still there".
    private func isInCore(_ point: TrackPoint, of stay: Stay) -> Bool {
        stay.centre.distance(to: point) <= coreRadius(stay) || stay.beside.contains { $0.contains(point.time) }
    }

    /// Two stays with time for the journey between them. Without a fix on the way, reports of rest can take too much.
    private func separated(_ earlier: Stay, _ later: Stay) -> (Stay, Stay) {
        var (first, second) = (earlier, later)
        let next = index(from: first.lastFix.nextUp)
        guard next < points.count, points[next].time >= second.firstFix, next > 0 else { return (first, second) }
        let need = leastTime(from: points[next - 1], to: points[next])
        guard second.start - first.end < need else { return (first, second) }
        first.end = max(min(first.end, first.lastFix), second.start - need)
        second.start = max(second.start, min(second.firstFix, first.end + need))
        return (first, second)
    }

    /// The least time for the way between two fixes: at the fastest departure, or by airplane if the time between the
    /// fixes is too short for that.
    private func leastTime(from first: TrackPoint, to second: TrackPoint) -> Double {
        let way = max(0, first.distance(to: second) - first.accuracy - second.accuracy)
        let time = way / policy.fastestDeparture
        return time <= second.time - first.time ? time : min(second.time - first.time, way / policy.fastestVehicle)
    }

    private func departure(_ stay: Stay, to next: Stay?) -> Double {
        let after = index(from: stay.lastFix.nextUp)
        guard after < points.count else { return stay.end }
        // A silence that is too long for a visit hides when the place was left.
        guard points[after].time - stay.lastFix <= policy.longestVisitSilence.inSeconds else { return stay.end }
        // Reports of the silence may tell the arrival at the next place.
        let arrival = next.flatMap { $0.firstFix == points[after].time && $0.start > stay.end ? $0.start : nil }
        let leave = expectedDeparture(stay, after, by: arrival ?? points[after].time)
        let latest = points[after].time - leastTime(from: points[max(0, after - 1)], to: points[after])
        return max(stay.start, min(leave, max(latest, stay.lastFix)))
    }

    private func expectedDeparture(_ stay: Stay, _ after: Int, by arrival: Double) -> Double {
        var last = after - 1
        // A stay that continued through a silence was left after it, wherever its last fix lies in the place.
        let isSilent = stay.end > stay.lastFix
        while !isSilent, last > 0, points[last].time > stay.firstFix, !isInCore(points[last], of: stay) { last -= 1 }
        // If the fixes of a place form a ring, none is near the centre; then the last one in the place counts. A long
        // visit holds its last fixes alone.
        if !isInCore(points[last], of: stay) { last = after - 1 }
        let coreTime = max(points[last].time, stay.firstFix)
        let next = points[min(last + 1, points.count - 1)]
        let end = last + 1 == after ? arrival : next.time
        if end - coreTime > policy.shortestSleep.inSeconds {
            // The phone slept: the person walked to the next fix, or drove if the reports say so.
            let way = stay.centre.distance(to: next)
            let shares = reports.shares(from: max(coreTime, end - policy.longestSleepLook.inSeconds), to: end)
            let pace =
                shares[.automotive] > shares[.walking]
                ? policy.vehiclePace
                : shares[.cycling] > shares[.walking] ? policy.cyclingPace : policy.walkingPace
            // The person is not known to have walked so far. The stay is not extended beyond its evidence.
            let isFar = way > policy.longestSilentWay && pace == policy.walkingPace
            let leave = max(coreTime, isFar ? stay.end : end - way / pace)
            return max(stay.start, reports.departure(between: coreTime, and: end, expected: leave, policy: policy))
        }
        // Reports of movement that lead up to it belong to the trip. They do not if fixes contradict them for longer
        // than steps within the place take.
        var earliest = max(stay.start, coreTime - policy.longestStepsInside.inSeconds)
        let first = self.index(from: earliest)
        if first > 0, points[first].time <= coreTime,
            points[first].time - points[first - 1].time > policy.longestSilence.inSeconds
        {
            earliest = max(stay.start, points[first - 1].time)
        }
        return max(stay.start, reports.movementStart(before: coreTime, notBefore: earliest, policy: policy))
    }

    private func arrival(_ stay: Stay, after earliest: Double) -> Double {
        let first = index(from: stay.firstFix)
        // The reports of a silence may contain the arrival.
        guard first > 0, first < points.count, stay.start >= stay.firstFix else {
            guard first > 0, first < points.count else { return max(stay.start, earliest) }
            // Reports of rest leave time for the journey that led here.
            let soonest = points[first - 1].time + leastTime(from: points[first - 1], to: points[first])
            return max(min(stay.firstFix, max(stay.start, soonest)), earliest)
        }
        var index = first
        var coreTime = points[first].time
        while index + 1 < points.count, points[index].time < stay.lastFix, !isInCore(points[index], of: stay) {
            let silence = points[index + 1].time - points[index].time
            if silence > policy.longestSilence.inSeconds {
                // The last steps, which have no fixes, were walked. But fixes that lie around the centre as a ring for
                // the time of a stay are of the place.
                let isRing = points[index].time - points[first].time >= policy.shortestVisit.inSeconds
                coreTime =
                    isRing
                    ? points[first].time
                    : coreTime + min(silence, stay.centre.distance(to: points[index]) / policy.walkingPace)
                break
            }
            index += 1
            coreTime = points[index].time
        }
        // A certain visit does not begin with its last fixes: then its centre has moved away from the others.
        let isCertain = stay.lastFix - stay.firstFix >= policy.certainVisit.inSeconds
        let least = policy.longestLookAhead.inSeconds + policy.shortestVisit.inSeconds
        if points[index].time >= stay.lastFix && !isInCore(points[index], of: stay)
            || isCertain && coreTime > stay.lastFix - least
        {
            coreTime = points[first].time
        }
        coreTime = max(points[first].time, min(coreTime, stay.lastFix))
        let arrive = reports.movementEnd(
            after: coreTime, notAfter: min(coreTime + policy.longestLookAhead.inSeconds, stay.end), policy: policy)
        return max(arrive, earliest)
    }
}
