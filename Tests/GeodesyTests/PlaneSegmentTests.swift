// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

/// Points along a way show the same as its formulas.
@Suite struct PlaneSegmentTests {
    private static let steps = 2000

    private static func point(_ random: inout SeededGenerator) -> SIMD2<Double> {
        SIMD2(Double.random(in: -10...10, using: &random), Double.random(in: -10...10, using: &random))
    }

    @Test(arguments: 0..<Rounds.count(60)) func theNearestPointIsTheNearestOfMany(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (point, first, last) = (Self.point(&random), Self.point(&random), Self.point(&random))
        let sampled = (0...Self.steps).map { index -> Double in
            let offset = point - (first + (last - first) * (Double(index) / Double(Self.steps)))
            return (offset * offset).sum()
        }.min()
        let found = PlaneSegment.squaredDistance(from: point, to: first, last)
        #expect(abs(found.squareRoot() - (sampled ?? .infinity).squareRoot()) < 0.01)
    }

    @Test(arguments: 0..<Rounds.count(60)) func theSharesAreThoseOfThePointsInTheCircle(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (center, first, last) = (Self.point(&random), Self.point(&random), Self.point(&random))
        let radius = Double.random(in: 0.5...10, using: &random)
        let inside = (0...Self.steps).map { Double($0) / Double(Self.steps) }.filter { share in
            let offset = first + (last - first) * share - center
            return (offset * offset).sum() <= radius * radius
        }
        let found = PlaneSegment.shares(from: first, to: last, within: radius * radius, of: center)
        // Between two sampled points a circle may be touched and left.
        guard let low = inside.first, let high = inside.last else {
            #expect((found.map { $0.last - $0.first } ?? 0) <= 2 / Double(Self.steps))
            return
        }
        #expect(abs((found?.first ?? 2) - low) <= 2 / Double(Self.steps))
        #expect(abs((found?.last ?? 2) - high) <= 2 / Double(Self.steps))
    }

    @Test func aPointIsAWayOfNoLength() {
        let point = SIMD3(3.0, 4, 0)
        #expect(PlaneSegment.squaredDistance(from: .zero, to: point, point) == 25)
        #expect(PlaneSegment.shares(from: point, to: point, within: 25)! == (0, 1))
        #expect(PlaneSegment.shares(from: point, to: point, within: 24.9) == nil)
    }

    @Test func aCoordinateLiesInARange() {
        #expect(PlaneSegment.shares(from: 0, step: 10, in: 2...5)! == (0.2, 0.5))
        #expect(PlaneSegment.shares(from: 10, step: -10, in: 2...5)! == (0.5, 0.8))
        #expect(PlaneSegment.shares(from: 3, step: 0, in: 2...5)! == (0, 1))
        #expect(PlaneSegment.shares(from: 6, step: 0, in: 2...5) == nil)
    }
}
