// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@testable import GaitwayPages

/// What a page keeps of a ride's windows.
struct EstimateSeriesTests {
    private static let hop = Duration.milliseconds(2560)

    /// Windows of all that a stream may say, with gaps between some.
    private static func windows(_ count: Int, _ random: inout SeededGenerator) -> [ActivityReport] {
        let flags: [ActivityFlags] = [
            .stationary, .walking, .running, .cycling, .automotive, [.automotive, .stationary], [], .unknown,
        ]
        var start = Duration.zero
        return (0..<count).map { _ in
            if Int.random(in: 0..<20, using: &random) == 0 {
                start += .milliseconds(Int.random(in: 0...90_000, using: &random))
            }
            let flags = flags.randomElement(using: &random) ?? []
            let shares = (0..<6).map { _ in Double.random(in: 0.001...1, using: &random) }
            let sum = shares.reduce(0, +)
            defer { start += hop }
            return ActivityReport(
                activity: MotionActivity(
                    flags: flags, confidence: Confidence.allCases.randomElement(using: &random) ?? .low),
                probabilities: flags == .unknown ? nil : ActivityProbabilities { shares[$0.rawValue] / sum },
                reason: flags == .unknown ? UnknownReason.allCases.randomElement(using: &random)?.rawValue : nil,
                window: start..<start + hop * 2)
        }
    }

    private static func series(_ windows: [ActivityReport], end: Duration, limit: Int) -> EstimateSeries {
        var series = EstimateSeries(limit: limit)
        for window in windows { series.append(window) }
        series.finish(at: end.wholeNanoseconds)
        return series
    }

    @Test func groupsAreSumsOfTheirWindows() {
        for round in 0..<Rounds.count(40) {
            var random = SeededGenerator(seed: UInt64(round))
            let windows = Self.windows(Int.random(in: 1...700, using: &random), &random)
            let end =
                (windows.last?.window?.upperBound ?? .zero) + .milliseconds(Int.random(in: 0...2000, using: &random))
            let limit = Int.random(in: 2...90, using: &random)
            let fine = Self.series(windows, end: end, limit: 100_000)
            #expect(fine.groups.count == windows.count && fine.windowsPerGroup == 1)
            #expect(fine.groups.first?.start == 0 && fine.groups.last?.end == end.wholeNanoseconds)
            #expect(zip(fine.groups, fine.groups.dropFirst()).allSatisfy { $0.end == $1.start })
            let coarse = Self.series(windows, end: end, limit: limit)
            #expect(coarse.groups.count <= limit)
            let each = coarse.windowsPerGroup
            #expect(each == 1 || windows.count * 2 > limit * each / 2)
            #expect(coarse.groups.count == (windows.count + each - 1) / each)
            for (index, group) in coarse.groups.enumerated() {
                let parts = fine.groups.dropFirst(index * each).prefix(each)
                #expect(group.start == parts.first?.start && group.end == parts.last?.end)
                for (sum, wanted) in [
                    (group.classes, parts.reduce(SIMD8<Float>()) { $0 + $1.classes }),
                    (group.predictions, parts.reduce(SIMD8<Float>()) { $0 + $1.predictions }),
                ] {
                    for place in sum.indices { #expect(abs(sum[place] - wanted[place]) <= 1e-4 * (1 + wanted[place])) }
                }
                let wanted = parts.reduce(SIMD16<Float>()) { $0 + $1.reasons }
                for place in wanted.indices {
                    #expect(abs(group.reasons[place] - wanted[place]) <= 1e-4 * (1 + wanted[place]))
                }
            }
        }
    }

    @Test func aWindowSaysWhatItsReportSaid() throws {
        var random = SeededGenerator(seed: 1)
        let windows = Self.windows(400, &random)
        let groups = Self.series(windows, end: .seconds(100_000), limit: 1000).groups
        for (window, group) in zip(windows, groups) where group.end > group.start {
            let code = Int(group.code)
            let isRest = window.activity.flags.isSuperset(of: [.automotive, .stationary])
            #expect(code & 7 == (isRest ? 7 : Prediction(window.activity.flags).rawValue))
            let (confidence, number) = (code / 8 % 3, code / 24)
            #expect(confidence == window.activity.confidence.rawValue)
            #expect((number == 0 ? nil : UnknownReason.allCases[number - 1].rawValue) == window.reason)
            guard let probabilities = window.probabilities else {
                #expect(group.shares.allSatisfy { $0 == 0 })
                continue
            }
            #expect(group.shares.reduce(0) { $0 + Int($1) } == 255)
            for activityClass in ActivityClass.allCases {
                #expect(
                    abs(Double(group.shares[activityClass.rawValue]) / 255 - probabilities[activityClass]) < 1.01 / 255)
            }
        }
    }

    @Test func sharesAddUp() {
        for round in 0..<Rounds.count(400) {
            var random = SeededGenerator(seed: UInt64(round))
            let parts = (0..<6).map { _ in
                Float.random(in: 0...1, using: &random) * (Bool.random(using: &random) ? 1 : 0)
            }
            let sum = max(parts.reduce(0, +), 1e-6)
            let whole = Bool.random(using: &random) ? 1 : Float.random(in: 0...1, using: &random)
            let shares = parts.map { $0 / sum * whole }
            let bytes = ByteShares.bytes(shares)
            let total = 255 * shares.reduce(0, +)
            #expect(abs(Float(bytes.reduce(0) { $0 + Int($1) }) - total) <= 0.51)
            for (byte, share) in zip(bytes, shares) { #expect(abs(Float(byte) - 255 * share) < 1.01) }
        }
    }
}
