// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Fixes too coarse for a position, in time order. They show where the phone was not.
///
/// A fix with a radius of kilometres denies a place that lies farther from it than ``TimelinePolicy/coarseDoubt``
/// radii. Several such fixes in a row count if they last longer than jitter.
struct CoarseFixes: Sendable {
    private let fixes: [TrackPoint]
    private let policy: TimelinePolicy

    init(_ fixes: [TrackPoint], policy: TimelinePolicy) {
        self.fixes = fixes
        self.policy = policy
    }

    /// The times of the first and the last fix.
    var first: Double? { fixes.first?.time }
    var last: Double? { fixes.last?.time }

    /// Whether a fix denies a place at a distance from it.
    static func denies(_ fix: TrackPoint, at distance: Double, _ policy: TimelinePolicy) -> Bool {
        distance > policy.coarseDoubt * fix.accuracy + policy.visitRadius
    }

    /// The moment in a span from which on fixes deny a place; nil if they do not.
    func denial(of place: Centre, from start: Double, to end: Double) -> Double? {
        var since: Double?
        var count = 0
        for fix in slice(from: start, to: end) where Self.denies(fix, at: place.distance(to: fix), policy) {
            let first = since ?? fix.time
            since = first
            count += 1
            if count >= policy.fewestFarFixes, fix.time - first >= policy.jitterDuration.inSeconds { return first }
        }
        return nil
    }

    /// The fixes in a span.
    func slice(from start: Double, to end: Double) -> ArraySlice<TrackPoint> {
        let first = fixes.partitioningIndex { $0.time >= start }
        let last = fixes.partitioningIndex { $0.time > end }
        return fixes[first..<max(first, last)]
    }

    /// The least distance that a person moved in a silence, if they were within the radius of each fix in it; nil for
    /// fewer than two fixes, ends included.
    ///
    /// The shortest path through all circles is at least as long as that through any selection of them: sum of max(0,
    /// d(i, i+1) - r(i) - r(i+1)), with r = 0 at an end that is a position. The selection is made by halving at the
    /// circle that adds most. A fix that needs a higher speed than `speed` from the fix before it, or to the end, is a
    /// wrong one: its radius is larger than it states.
    func way(
        from start: TrackPoint?, to end: TrackPoint?, between first: Double, and last: Double, at speed: Double
    ) -> Double? {
        var before = start
        let inside = slice(from: first, to: last).filter { fix in
            func isReached(_ other: TrackPoint?) -> Bool {
                other.map { fix.speed(from: $0) <= speed } ?? true
            }
            guard isReached(before), isReached(end) else { return false }
            before = fix
            return true
        }
        let stride = max(1, inside.count / Self.mostCircles)
        var circles = inside.enumerated().filter { $0.offset % stride == 0 }.map {
            (fix: $0.element, radius: $0.element.accuracy)
        }
        if let start { circles.insert((start, 0), at: 0) }
        if let end { circles.append((end, 0)) }
        guard circles.count > 1 else { return nil }
        let way = Self.way(through: circles[...])
        // Each fix can be reached from the one before it, and their sum may still be too far.
        guard let start, let end, way > speed * (last - first) else { return way }
        return start.distance(to: end)
    }

    /// The most fixes of one silence that are used.
    private static let mostCircles = 200

    private static func way(through circles: ArraySlice<(fix: TrackPoint, radius: Double)>) -> Double {
        guard let first = circles.first, let last = circles.last else { return 0 }
        func apart(_ a: (fix: TrackPoint, radius: Double), _ b: (fix: TrackPoint, radius: Double)) -> Double {
            max(0, a.fix.distance(to: b.fix) - a.radius - b.radius)
        }
        var best = (way: apart(first, last), index: circles.startIndex)
        for index in circles.indices.dropFirst().dropLast() {
            let way = apart(first, circles[index]) + apart(circles[index], last)
            if way > best.way { best = (way, index) }
        }
        guard best.index > circles.startIndex else { return best.way }
        return way(through: circles[...best.index]) + way(through: circles[best.index...])
    }
}
