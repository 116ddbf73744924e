// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import Glibc

/// Places and queries all over the sphere, and a search that compares each query with every place.
struct BruteForce {
    /// SplitMix64 (Steele, Lea and Flood, 2014).
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
            return bits ^ (bits >> 31)
        }
    }

    /// The region of a random position.
    enum Region: String, CaseIterable { case sphere, town, pole, antimeridian }

    /// The parts of the haversine formula for one position.
    private struct Terms {
        var sinLatitude, cosLatitude, sinLongitude, cosLongitude, cosine: Double

        init(_ latitude: Double, _ longitude: Double) {
            let halfway = (latitude * .pi / 360, longitude * .pi / 360)
            (sinLatitude, cosLatitude) = (sin(halfway.0), cos(halfway.0))
            (sinLongitude, cosLongitude) = (sin(halfway.1), cos(halfway.1))
            cosine = cos(latitude * .pi / 180)
        }

        /// The haversine of the angle between two positions, with the addition theorem for half a difference.
        @inline(__always)
        func haversine(_ other: Terms) -> Double {
            let north = sinLatitude * other.cosLatitude - cosLatitude * other.sinLatitude
            let east = sinLongitude * other.cosLongitude - cosLongitude * other.sinLongitude
            return north * north + cosine * other.cosine * east * east
        }
    }

    let places: [Place]
    let queries: [(region: Region, latitude: Double, longitude: Double)]
    private let terms: [Terms]

    init(places count: Int, queries queryCount: Int, seed: UInt64) {
        var generator = Generator(state: seed)
        let towns = (0..<200).map { _ in Self.position(.sphere, [], &generator) }
        func draw(_ count: Int) -> [(region: Region, latitude: Double, longitude: Double)] {
            (0..<count).map { number in
                let region = Region.allCases[number % Region.allCases.count]
                let (latitude, longitude) = Self.position(region, towns, &generator)
                return (region, latitude, longitude)
            }
        }
        let drawn = draw(count)
        places = drawn.map { Place(identifier: "", latitude: $0.latitude, longitude: $0.longitude) }
        terms = drawn.map { Terms($0.latitude, $0.longitude) }
        var queries = draw(queryCount)
        // The points themselves, and queries at the places' own positions.
        let poles = [(90.0, 0.0), (-90, 0), (90, 180), (-90, -77), (0, 180), (0, -180), (60, 180), (-60, -180)]
        for (number, point) in poles.enumerated() where number < queries.count {
            queries[number] = (number < 4 ? .pole : .antimeridian, point.0, point.1)
        }
        for number in stride(from: 8, to: queries.count, by: 10) {
            let place = drawn[number % drawn.count]
            queries[number] = place
        }
        self.queries = queries
    }

    private static func position(_ region: Region, _ towns: [(Double, Double)], _ generator: inout Generator)
        -> (Double, Double)
    {
        func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        let sign = uniform(0...1) < 0.5 ? 1.0 : -1
        switch region {
        case .sphere: return (asin(uniform(-1...1)) * 180 / .pi, uniform(-180...180))
        case .town:
            let town = towns.randomElement(using: &generator) ?? (0, 0)
            let longitude = town.1 + uniform(-0.1...0.1)
            return (
                min(max(town.0 + uniform(-0.1...0.1), -90), 90),
                longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
            )
        case .pole: return (sign * (90 - pow(10, uniform(-6...1))), uniform(-180...180))
        case .antimeridian: return (uniform(-70...70), sign * (180 - pow(10, uniform(-7...0))))
        }
    }

    /// The nearest `count` places by their haversine, ascending. Of equal ones the first in the list comes first.
    func nearest(_ count: Int, query: Int) -> [(haversine: Double, index: Int)] {
        let asked = Terms(queries[query].latitude, queries[query].longitude)
        var best: [(haversine: Double, index: Int)] = []
        var worst = Double.infinity
        for index in terms.indices {
            let haversine = asked.haversine(terms[index])
            guard haversine < worst else { continue }
            let slot = best.firstIndex { $0.haversine > haversine } ?? best.count
            best.insert((haversine, index), at: slot)
            if best.count > count { best.removeLast() }
            if best.count == count { worst = best[count - 1].haversine }
        }
        return best
    }

    /// Metres for a haversine.
    static func metres(_ haversine: Double) -> Double {
        2 * 6_371_008.8 * asin(min(1, haversine.squareRoot()))
    }

    /// The haversine of the angle between a query and a place.
    func metres(query: Int, place: Int) -> Double {
        let asked = Terms(queries[query].latitude, queries[query].longitude)
        return Self.metres(asked.haversine(terms[place]))
    }

    /// Finds the ten nearest of each query in the index and among all places, prints the comparison, and returns
    /// whether
    /// they agree.
    func compare() -> Bool {
        let index = PlaceIndex(places)
        var found: [PlaceIndex.Neighbor] = []
        var identical = 0
        var wrong = 0
        var largest = 0.0
        var asked: [Region: Int] = [:]
        for query in queries.indices {
            let position = queries[query]
            asked[position.region, default: 0] += 1
            index.nearest(10, latitude: position.latitude, longitude: position.longitude, into: &found)
            let expected = nearest(10, query: query)
            if found.map(\.index) == expected.map(\.index) { identical += 1 }
            var isRight = found.count == expected.count && Set(found.map(\.index)).count == found.count
            for (neighbor, best) in zip(found, expected) {
                let distance = Self.metres(best.haversine)
                let difference = max(
                    abs(neighbor.distance - distance),
                    abs(metres(query: query, place: neighbor.index) - distance))
                largest = max(largest, difference)
                // The haversine formula loses digits as the distance grows.
                if difference > 1e-6 + 1e-9 * distance { isRight = false }
            }
            if !isRight { wrong += 1 }
        }
        let regions = Region.allCases.map { "\($0.rawValue) \(asked[$0] ?? 0)" }.joined(separator: ", ")
        print("\(places.count) places, \(queries.count) queries (\(regions)), each compared with every place")
        print("\(identical) lists of ten are the same; the others differ in the order of equal distances")
        print("largest difference of a distance: \(largest) m")
        print(wrong == 0 ? "exact" : "\(wrong) queries are wrong")
        return wrong == 0
    }
}
