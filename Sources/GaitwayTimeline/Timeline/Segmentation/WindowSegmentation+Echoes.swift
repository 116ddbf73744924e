// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension WindowSegmentation {
    /// Removes stays that are echoes: a phone in a building finds a wrong position, repeats it for minutes and loses it
    /// again.
    func withoutEchoes(_ stays: [Stay]) -> [Stay] {
        var result: [Stay] = []
        var index = 0
        while index < stays.count {
            result.append(stays[index])
            // An echo may move.
            let next = stays.indices.dropFirst(index + 2).prefix(policy.mostEchoes)
                .first { isEcho(from: stays[index], to: stays[$0]) }
            index = next ?? index + 1
        }
        return result
    }

    /// Whether fixes far away, between two stays at one spot, are wrong. They are if they were reached and left too
    /// fast for a person and last no longer than the stays, or if they are few and the reports contradict them.
    func isEcho(from first: Stay, to second: Stay) -> Bool {
        guard isOneSpot(first, second), second.firstFix > first.lastFix else { return false }
        let far = (index(from: first.lastFix.nextUp)..<index(from: second.firstFix)).filter {
            first.centre.distance(to: points[$0]) - points[$0].accuracy > policy.shortestTrip
        }
        guard let out = far.first, let back = far.last, out > 0, back + 1 < points.count,
            points[back].time - points[out].time <= policy.certainVisit.inSeconds
        else { return false }
        let shares = reports.shares(from: points[out - 1].time, to: points[back + 1].time)
        let isStill = shares.share(.stationary) >= policy.stillShare && shares.moving == 0
        if isStill, far.count <= policy.jumpConfirmations { return true }
        let fastest = isStill ? policy.fastestStillDeparture : policy.fastestDeparture
        let near = first.end - first.start + second.end - second.start
        return points[back].time - points[out].time <= near
            && points[out].speed(from: points[out - 1]) > fastest
            && points[back + 1].speed(from: points[back]) > fastest
    }
}
