// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

extension [LabelledTrack] {
    /// The part of each leg in which the person moves, by the leg's span. A leg is marked by hand before its bicycle is
    /// unlocked, and after it is locked.
    ///
    /// Medians over the tracks with a fix near both ends of the leg; a leg without one is missing.
    func motions() -> [TimeSpan: TimeSpan] {
        var found: [TimeSpan: [TimeSpan]] = [:]
        for track in self {
            for leg in track.legs {
                if let motion = track.motion(in: leg.span) { found[leg.span, default: []].append(motion) }
            }
        }
        return found.compactMapValues { spans in
            guard let start = Quantile.value(0.5, of: spans.map(\.start.seconds)),
                let end = Quantile.value(0.5, of: spans.map(\.end.seconds)), start < end
            else { return nil }
            return TimeSpan(start: Timestamp(seconds: start), end: Timestamp(seconds: end))
        }
    }
}

extension LabelledTrack {
    /// A fix within this number of seconds shows where a leg begins or ends.
    private static let slack = 20.0
    /// A fix farther away than this number of metres and its accuracy has left. A worse accuracy counts as the second.
    private static let nearness = 25.0
    private static let mostError = 30.0

    /// From the last fix before the phone left the begin of a leg to the first after it reached the end.
    fileprivate func motion(in leg: TimeSpan) -> TimeSpan? {
        func nearest(_ moment: Timestamp) -> Location? {
            let near = fixes.filter { $0.time.seconds(since: moment).magnitude <= Self.slack }
            return near.min { $0.time.seconds(since: moment).magnitude < $1.time.seconds(since: moment).magnitude }?.fix
        }
        guard let first = nearest(leg.start), let last = nearest(leg.end) else { return nil }
        let inside = fixes.filter { $0.time >= leg.start && $0.time <= leg.end }
        func isAway(_ fix: Location, _ end: Location) -> Bool {
            let way = Ellipsoid.distance(fix.latitude, fix.longitude, end.latitude, end.longitude)
            return way > Self.nearness + min(Self.mostError, fix.horizontalAccuracy ?? 0)
        }
        guard let out = inside.firstIndex(where: { isAway($0.fix, first) }),
            let back = inside.lastIndex(where: { isAway($0.fix, last) })
        else { return nil }
        let start = out > 0 ? inside[out - 1].time : leg.start
        let end = back + 1 < inside.count ? inside[back + 1].time : leg.end
        return start < end ? TimeSpan(start: start, end: end) : nil
    }
}
