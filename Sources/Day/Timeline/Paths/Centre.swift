import Geodesy

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
    var longitude: Double { originLongitude + (weight > 0 ? east / weight : 0) }

    /// Root mean square distance from the mean, in metres.
    var spread: Double {
        guard weight > 0, count > 1 else { return 0 }
        return max(0, squares / weight - offsetSquared(north / weight, east / weight)).squareRoot()
    }

    init() {}

    /// A single fix.
    init(of point: TrackPoint) { add(point) }

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
