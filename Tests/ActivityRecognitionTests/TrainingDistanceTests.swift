// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

#if canImport(Glibc)
import Glibc
#endif

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

    /// Far from the training, a window is known only by an activity that is sure: it is not surely none of them.
    @Test(arguments: ActivityClass.allCases) func aFarWindowIsKnownByASureActivityAlone(prediction: ActivityClass)
        throws
    {
        let part = try #require(try DefaultModel.load()[.total])
        func isUnknown(_ probability: Double, squaredDistance: Double) -> Bool {
            part.isUnknown(
                CaseModel.Estimate(
                    probabilities: ActivityProbabilities { $0 == prediction ? probability : (1 - probability) / 5 },
                    squaredDistance: squaredDistance))
        }
        let limit = part.distance.limit
        #expect(!isUnknown(0.5, squaredDistance: limit))
        #expect(isUnknown(0.5, squaredDistance: limit + 1))
        #expect(isUnknown(0.99, squaredDistance: limit + 1) == (prediction == .noneOfThese))
    }

    /// The share of the road from its definition, by powers on the scale of the features.
    @Test func theRoadShareIsThatOfThePowers() {
        #expect(RoadShare.places.road.count == 10 && RoadShare.places.pedals.count == 8)
        var features = [Double](repeating: -20, count: FeatureSchema.motion.count)
        for (name, power) in [
            ("vertical.power.3.0-3.5", 0.5), ("horizontal.power.6.5-8.0", 1.5), ("vertical.power.0.2-0.5", 2),
            ("horizontal.power.1.2-1.6", 4), ("vertical.power.1.6-2.0", 100), ("magnitude.power.4.0-5.0", 100),
        ] {
            guard let place = FeatureSchema.motion.index(of: name) else { continue }
            features[place] = log(power)
        }
        #expect(abs(RoadShare.of(features.span) - 0.25) < 1e-5)
    }

    @Test func cyclingThatIsSmootherThanARoadIsUnknown() throws {
        let model = try DefaultModel.load()
        for part in model.cases {
            for prediction in [ActivityClass.cycling, .walking] {
                func isUnknown(roadShare: Float) -> Bool {
                    part.isUnknown(
                        CaseModel.Estimate(
                            probabilities: ActivityProbabilities { $0 == prediction ? 0.99 : 0.002 },
                            squaredDistance: 0,
                            roadShare: roadShare))
                }
                #expect(!isUnknown(roadShare: 0.04))
                #expect(isUnknown(roadShare: 0.02) == (prediction == .cycling && part.sensorCase != .slow))
            }
        }
    }
}
