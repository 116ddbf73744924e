// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct SpeedLikelihoodTests {
    private typealias Example = SpeedLikelihood.Example

    /// Windows of a class in a data set, at one speed.
    private func windows(_ count: Int, _ activityClass: ActivityClass, _ dataSet: Int, at speed: Double) -> [Example] {
        [Example](
            repeating: Example(activityClass: activityClass, dataSet: dataSet, speed: speed), count: count)
    }

    /// The windows of two data sets: 25 at rest in one; 100 at rest, a quarter of them at 0.4 m/s, and 64 walking in
    /// the other.
    private var rides: [Example] {
        windows(25, .stationary, 0, at: 0.1) + windows(75, .stationary, 1, at: 0.1)
            + windows(25, .stationary, 1, at: 0.4)
            + windows(64, .walking, 1, at: 1.4)
    }

    @Test func binsBeginAtTheirBounds() throws {
        let likelihood = try #require(SpeedLikelihood(learning: rides))
        #expect(likelihood.bounds == [0.3, 0.6, 1, 1.5, 2, 2.6, 3.3, 4.2, 5.5, 7.5, 10, 15, 22])
        #expect([0, 0.29, 0.3, 0.59, 0.6, 21.9, 22, 300].map(likelihood.bin) == [0, 0, 1, 1, 2, 12, 13, 13])
        #expect(likelihood.power == 0.6 && likelihood.chainPower == 0.1)
    }

    @Test func isLearntFromCellsByTheRootOfTheirWindows() throws {
        let likelihood = try #require(SpeedLikelihood(learning: rides))
        // At rest: √25 of (1, 0, …) and √100 of (0.75, 0.25, 0, …), over √25 + √100.
        let raw = [(5 + 10 * 0.75) / 15, 10 * 0.25 / 15] + [Double](repeating: 0, count: 12)
        let floored = raw.map { 0.93 * $0 + 0.07 / 14 }
        var expected = [Double](repeating: 0, count: 14)
        for (bin, share) in floored.enumerated() {
            expected[bin] += 0.6 * share
            // What would leave the histogram stays in its last bin.
            expected[max(0, bin - 1)] += 0.2 * share
            expected[min(13, bin + 1)] += 0.2 * share
        }
        for (share, right) in zip(likelihood.shares[0], expected) { #expect(abs(share - right) < 1e-12) }
        // Activities without a recorded speed have the mean of those that somebody did.
        for bin in 0..<14 {
            let mean = (likelihood.shares[0][bin] + likelihood.shares[1][bin]) / 2
            for activity in 2..<5 { #expect(abs(likelihood.shares[activity][bin] - mean) < 1e-12) }
        }
        for row in likelihood.shares { #expect(abs(row.reduce(0, +) - 1) < 1e-12) }
    }

    @Test func isNotLearntFromSmallCellsNorFromNone() throws {
        let more = rides + windows(19, .stationary, 2, at: 30) + windows(500, .noneOfThese, 1, at: 30)
        #expect(SpeedLikelihood(learning: more) == SpeedLikelihood(learning: rides))
        #expect(
            SpeedLikelihood(learning: more + windows(1, .stationary, 2, at: 30)) != SpeedLikelihood(learning: rides))
    }

    @Test func needsTwoActivities() {
        #expect(SpeedLikelihood(learning: []) == nil)
        #expect(SpeedLikelihood(learning: windows(500, .walking, 0, at: 1)) == nil)
        #expect(SpeedLikelihood(learning: windows(500, .walking, 0, at: 1) + windows(19, .cycling, 0, at: 6)) == nil)
    }

    @Test(arguments: [0, 0.4, 1.4, 8, 50])
    func multipliesByTheLikelihoodsPower(_ speed: Double) throws {
        let likelihood = try #require(SpeedLikelihood(learning: rides))
        let alone = ActivityProbabilities { [0.3, 0.25, 0.05, 0.1, 0.2, 0.1][$0.rawValue] }
        let fused = likelihood.fused(alone, speed: speed)
        let bin = likelihood.bin(of: speed)
        let shares = likelihood.shares.map { $0[bin] }
        let products = ActivityClass.allCases.map { activityClass in
            let share = activityClass == .noneOfThese ? shares.reduce(0, +) / 5 : shares[activityClass.rawValue]
            return alone[activityClass] * pow(share, 0.6)
        }
        for activityClass in ActivityClass.allCases {
            #expect(abs(fused[activityClass] - products[activityClass.rawValue] / products.reduce(0, +)) < 1e-12)
        }
        // Over time a speed speaks as clearly as by itself, by a sixth of the logarithm.
        let evidence = likelihood.evidence(alone, speed: speed)
        for activityClass in ActivityClass.allCases {
            let ratio = log(evidence[activityClass] / alone[activityClass]) - log(evidence.walking / alone.walking)
            let whole = log(fused[activityClass] / alone[activityClass]) - log(fused.walking / alone.walking)
            #expect(abs(6 * ratio - whole) < 1e-12)
        }
    }

    @Test func refusesPartsThatDoNotFit() throws {
        let good = try #require(SpeedLikelihood(learning: rides))
        func made(
            bounds: [Double]? = nil, shares: [[Double]]? = nil, power: Double = 0.6, chainPower: Double = 0.1
        ) -> SpeedLikelihood? {
            SpeedLikelihood(
                bounds: bounds ?? good.bounds, shares: shares ?? good.shares, power: power, chainPower: chainPower)
        }
        #expect(made() == good)
        #expect(made(bounds: [], shares: [[Double]](repeating: [1], count: 5)) == nil)
        #expect(made(bounds: good.bounds.reversed()) == nil)
        #expect(made(shares: Array(good.shares.dropLast())) == nil)
        #expect(made(shares: good.shares.map { $0.map { $0 / 2 } }) == nil)
        for power in [0, -1, 1.5, .nan] { #expect(made(power: power) == nil && made(chainPower: power) == nil) }
    }

    @Test func isAPartOfTheModelsFile() throws {
        var model = try DefaultModel.load()
        model.speed = nil
        let without = try model.json()
        #expect(try !ActivityModel(json: without, source: "m").knowsSpeed)
        #expect(throws: InputError.self) { try ActivityModel(json: without, source: "m").requireSpeed() }
        model.speed = SpeedLikelihood(learning: rides)
        let bytes = try model.json()
        let read = try ActivityModel(json: bytes, source: "m")
        let learnt = try #require(read.speed)
        #expect(try read.json() == bytes)
        for (row, other) in zip(learnt.shares, model.speed?.shares ?? []) {
            for (share, right) in zip(row, other) { #expect(abs(share - right) < 1e-7) }
        }
        try read.requireSpeed()
        let broken = String(decoding: bytes, as: UTF8.self).replacing("\"power\":0.6", with: "\"power\":7")
        let fault = #expect(throws: InputError.self) { try ActivityModel(json: Array(broken.utf8), source: "m") }
        #expect(fault?.code == .malformed && fault?.problem.contains("speed") == true)
    }

    @Test func aSpeedAloneIsThePosteriorOfEqualPriors() throws {
        let bins = [[0.7, 0.2, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6], [0.1, 0.4, 0.5], [0.2, 0.1, 0.7]]
        let likelihood = try #require(SpeedLikelihood(bounds: [1, 5], shares: bins, power: 0.5, chainPower: 0.1))
        for (bin, speed) in [0.5, 3, 20].enumerated() {
            let mean = bins.reduce(0) { $0 + $1[bin] } / 5
            let sum = 6 * mean
            let alone = likelihood.alone(speed: speed)
            for (activity, shares) in zip(Activity.allCases, bins) {
                #expect(abs(alone[ActivityClass(activity)] - shares[bin] / sum) < 1e-12)
            }
            #expect(abs(alone[.noneOfThese] - mean / sum) < 1e-12)
        }
    }
}
