// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension WindowSegmentation {
    /// Extends visits over silences beside them whose ends both lie in the place, unless something shows that the
    /// person was away.
    func coverHoles(_ stays: inout [Stay]) {
        for index in stays.indices {
            let latest = index + 1 < stays.count ? stays[index + 1].start : end
            while let hole = holeAfter(stays[index]), hole.upperBound <= latest { extend(&stays[index], over: hole) }
            guard index > 0 || carried == nil else { continue }
            let earliest = index > 0 ? stays[index - 1].end : begin
            while let hole = holeBefore(stays[index]), hole.lowerBound >= earliest { extend(&stays[index], over: hole) }
        }
    }

    private func extend(_ stay: inout Stay, over hole: ClosedRange<Double>) {
        stay.longestSilence = max(stay.longestSilence, hole.upperBound - hole.lowerBound)
        stay.start = min(stay.start, hole.lowerBound)
        stay.firstFix = min(stay.firstFix, hole.lowerBound)
        stay.end = max(stay.end, hole.upperBound)
        stay.lastFix = max(stay.lastFix, hole.upperBound)
    }

    /// The first silence that ends behind a stay, if all fixes up to its end lie in the place.
    private func holeAfter(_ stay: Stay) -> ClosedRange<Double>? {
        var next = index(from: stay.end.nextUp)
        while next > 0, next < points.count, isInside(points[next - 1], stay), isInside(points[next], stay) {
            if isHole(next, stay), points[next].time - stay.end > policy.longestSilence.inSeconds {
                return points[next - 1].time...points[next].time
            }
            next += 1
        }
        return nil
    }

    /// The last silence that begins before a stay, if all fixes since its begin lie in the place.
    private func holeBefore(_ stay: Stay) -> ClosedRange<Double>? {
        var next = index(from: stay.start)
        while next > 0, next < points.count, isInside(points[next - 1], stay), isInside(points[next], stay) {
            if isHole(next, stay), stay.start - points[next - 1].time > policy.longestSilence.inSeconds {
                return points[next - 1].time...points[next].time
            }
            next -= 1
        }
        return nil
    }

    private func isInside(_ point: TrackPoint, _ stay: Stay) -> Bool {
        policy.isWithinReach(point, at: stay.centre.distance(to: point))
    }

    /// Whether the time before a fix is a silence in which the person can have stayed.
    private func isHole(_ next: Int, _ stay: Stay) -> Bool {
        let (from, to) = (points[next - 1].time, points[next].time)
        let silence = to - from
        return silence > policy.longestSilence.inSeconds && silence <= policy.longestVisitSilence.inSeconds
            && reports.shares(from: from, to: to).moving <= policy.shortestSection.inSeconds
            && coarse.denial(of: stay.centre, from: from, to: to) == nil
    }
}
