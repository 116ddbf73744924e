// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Makes places to try a track with. Equal seeds give equal places.
public enum PlaceScatter {
    /// Places near a track. Each is a point of the way, uniform by length, moved to a point around it, uniform by area.
    ///
    /// - Parameters:
    ///   - count: how many places.
    ///   - track: the fixes, by time; at least one.
    ///   - spread: how far from the way a place lies at most, in metres.
    ///   - radius: each place's radius, in metres.
    ///   - seed: equal seeds give equal places.
    /// - Throws: `InputError` for a track without fixes and for an invalid radius.
    public static func places(
        _ count: Int, along track: [Location], spread: Double, radius: Double = Place.defaultRadius, seed: UInt64
    ) throws(InputError) -> PlaceSet {
        guard let first = track.first else { throw .empty("the track has no fixes", remedy: "give a track with fixes") }
        // Millions of fixes are possible, so only the lengths are kept.
        func point(_ index: Int) -> SIMD3<Double> {
            Sphere.vector(latitude: track[index].latitude, longitude: track[index].longitude)
        }
        var lengths: [Double] = [0]
        lengths.reserveCapacity(track.count)
        var last = point(0)
        for index in track.indices.dropFirst() {
            let next = point(index)
            lengths.append(lengths[index - 1] + Sphere.distance(last, next))
            last = next
        }
        let whole = lengths[lengths.count - 1]
        var numbers = SplitMix64(seed: seed)
        return try scatter(count, radius: radius) {
            let way = numbers.unit() * whole
            // The first point that is farther along.
            let next = lengths.dropLast().partitioningIndex { $0 >= way }
            var position = (first.latitude, first.longitude)
            if next > 0 {
                let fraction = (way - lengths[next - 1]) / (lengths[next] - lengths[next - 1])
                position = Sphere.position(point(next - 1) + (point(next) - point(next - 1)) * fraction)
            }
            return Sphere.position(
                from: position.0, position.1, distance: spread * numbers.unit().squareRoot(),
                bearing: 2 * .pi * numbers.unit())
        }
    }

    /// Places in a box, uniform by area.
    package static func places(
        _ count: Int, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>,
        radius: Double = Place.defaultRadius, seed: UInt64
    ) throws(InputError) -> PlaceSet {
        var numbers = SplitMix64(seed: seed)
        return try scatter(count, radius: radius) {
            let latitude = Sphere.latitude(below: numbers.unit(), of: latitudes)
            let width = longitudes.upperBound - longitudes.lowerBound
            return (latitude, longitudes.lowerBound + width * numbers.unit())
        }
    }

    private static func scatter(_ count: Int, radius: Double, _ position: () -> (latitude: Double, longitude: Double))
        throws(InputError) -> PlaceSet
    {
        try PlaceSet(
            (0..<max(0, count)).map { number in
                let position = position()
                return Place(
                    identifier: "place-\(number + 1)", title: "Place \(number + 1)", latitude: position.latitude,
                    longitude: position.longitude, radius: radius)
            })
    }
}
