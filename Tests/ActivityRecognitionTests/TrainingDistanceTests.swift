// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct TrainingDistanceTests {
    private static let names = Array(FeatureSchema.motion.features.map(\.name).prefix(3))
    private static let whitening = [[0.7], [-0.2, 1.1], [0.4, 0.3, 2]]

    private static func squaredDistance(_ row: [Double], means: [[Double]]) throws -> Double {
        let distance = try #require(
            TrainingDistance(features: names, means: means, whitening: whitening, limit: TrainingDistance.noLimit))
        var features = [Double](repeating: 0, count: FeatureSchema.motion.count)
        for (name, value) in zip(names, row) {
            let place = try #require(FeatureSchema.motion.index(of: name))
            features[place] = value
        }
        return distance.squaredDistance(of: features.span)
    }

    private static func means(_ count: Int, seed: UInt64) -> [[Double]] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in (0..<3).map { _ in Double.random(in: -3...3, using: &generator) } }
    }

    /// A window that is like the mean of any activity is like the training.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func theMeanOfEachActivityIsNotFar(seed: UInt64) throws {
        let means = Self.means(5, seed: seed)
        for mean in means { #expect(try Self.squaredDistance(mean, means: means) == 0) }
    }

    /// The nearest activity alone counts, and the order of the activities does not.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func theDistanceIsThatToTheNearestActivity(seed: UInt64) throws {
        let means = Self.means(5, seed: seed)
        for row in Self.means(20, seed: seed + 100) {
            let each = try means.map { try Self.squaredDistance(row, means: [$0]) }
            #expect(try Self.squaredDistance(row, means: means) == each.min())
            #expect(try Self.squaredDistance(row, means: means.reversed()) == each.min())
        }
    }
}
