// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A way over ground in metres east and north of the made-up start, which can be gone again, both ways.
struct DayPath {
    /// The places, about a second apart.
    private(set) var points: [SIMD2<Double>] = []
    /// Metres gone at each place.
    private(set) var distances: [Double] = []

    /// The way of a ride's fixes, by their speed and course, from `start`.
    init(_ ride: SyntheticRide, from start: SIMD2<Double>) {
        var place = start
        var gone = 0.0
        for fix in ride.locations {
            points.append(place)
            distances.append(gone)
            guard let speed = fix.speed, let course = fix.course else { continue }
            let angle = course * .pi / 180
            place += speed * SIMD2(sine(angle), cosine(angle))
            gone += speed
        }
    }

    /// Metres from end to end.
    var length: Double { distances.last ?? 0 }

    /// Where it ends.
    var end: SIMD2<Double> { points.last ?? .zero }

    /// The place after a share 0...1 of the way.
    func place(at share: Double) -> SIMD2<Double> {
        let wanted = min(max(share, 0), 1) * length
        guard let next = distances.firstIndex(where: { $0 >= wanted }), next > 0 else { return points.first ?? .zero }
        let step = distances[next] - distances[next - 1]
        return points[next - 1] + (wanted - distances[next - 1]) / step * (points[next] - points[next - 1])
    }

    /// A place `metres` to the left of the way after a share of it.
    func place(beside share: Double, left metres: Double) -> SIMD2<Double> {
        let (from, to) = (place(at: share - 0.01), place(at: share + 0.01))
        let way = to - from
        let size = (way.x * way.x + way.y * way.y).squareRoot()
        guard size > 0 else { return place(at: share) }
        return place(at: share) + metres / size * SIMD2(-way.y, way.x)
    }
}
