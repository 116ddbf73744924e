// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A mean position, weighted by accuracy⁻², and the spread about it.
struct Centre: Sendable, Hashable {
    private var originLatitude = 0.0
    private var originLongitude = 0.0
    private var weight = 0.0
    private var north = 0.0
    private var east = 0.0
    private var squares = 0.0
    private(set) var count = 0

    var latitude: Double { originLatitude + (weight > 0 ? north / weight : 0) }
    var longitude: Double { Longitude.wrapped(originLongitude + (weight > 0 ? east / weight : 0)) }

    /// Root mean square distance from the mean, in metres.
    var spread: Double {
        guard weight > 0, count > 1 else { return 0 }
        return max(0, squares / weight - offsetSquared(north / weight, east / weight)).squareRoot()
    }

    /// The accuracy in metres whose weight is the mean weight of the fixes.
    var accuracy: Double { weight > 0 ? (Double(count) / weight).squareRoot() : 0 }

    init() {}

    /// A single fix.
    init(of point: TrackPoint) { add(point) }

    /// The position of a visit.
    init(at visit: Visit) { self.init(latitude: visit.latitude, longitude: visit.longitude) }

    /// The mean of the fixes if they are one place, else of those around their weighted median. Fixes that cannot be
    /// there do not count, unless they are most of all: then a few accurate ones are no better evidence.
    init(around points: some Collection<TrackPoint>, policy: TimelinePolicy) {
        guard let first = points.first else { return }
        let mean = points.reduce(into: Centre()) { $0.add($1) }
        if mean.spread <= policy.visitRadius {
            self = mean
            return
        }
        let middle = Centre(
            latitude: Self.median(points.map { ($0.latitude, $0.weight) }),
            longitude: first.longitude
                + Self.median(points.map { (Longitude.difference(first.longitude, $0.longitude), $0.weight) }))
        for point in points where !policy.isBeyond(point, at: middle.distance(to: point)) { add(point) }
        if 2 * count < points.count { self = mean }
    }

    private init(latitude: Double, longitude: Double) { (originLatitude, originLongitude) = (latitude, longitude) }

    /// The value that halves the weight.
    private static func median(_ values: [(value: Double, weight: Double)]) -> Double {
        let sorted = values.sorted { $0.value < $1.value }
        let half = sorted.reduce(0) { $0 + $1.weight } / 2
        var sum = 0.0
        for entry in sorted {
            sum += entry.weight
            if sum >= half { return entry.value }
        }
        return sorted.last?.value ?? 0
    }

    mutating func add(_ point: TrackPoint) {
        if count == 0 { (originLatitude, originLongitude) = (point.latitude, point.longitude) }
        add(point.latitude, point.longitude, weight: point.weight, squares: 0)
        count += 1
    }

    mutating func merge(_ other: Centre) {
        guard other.count > 0 else { return }
        if count == 0 {
            self = other
            return
        }
        let spread = other.spread
        add(other.latitude, other.longitude, weight: other.weight, squares: other.weight * spread * spread)
        count += other.count
    }

    private mutating func add(_ latitude: Double, _ longitude: Double, weight: Double, squares: Double) {
        let northward = latitude - originLatitude
        let eastward = Longitude.difference(originLongitude, longitude)
        self.weight += weight
        north += weight * northward
        east += weight * eastward
        self.squares += weight * offsetSquared(northward, eastward) + squares
    }

    private func offsetSquared(_ northward: Double, _ eastward: Double) -> Double {
        let scale = Ellipsoid.metresPerDegree(atLatitude: originLatitude)
        let (y, x) = (northward * scale.north, eastward * scale.east)
        return x * x + y * y
    }

    func distance(to point: TrackPoint) -> Double {
        Ellipsoid.shortDistance(latitude, longitude, point.latitude, point.longitude)
    }

    func distance(to other: Centre) -> Double {
        Ellipsoid.shortDistance(latitude, longitude, other.latitude, other.longitude)
    }
}
