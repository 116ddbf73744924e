// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// For how long alerts would have been held back or shown.
@Suite struct OutlookTimesTests {
    @Test(arguments: 0..<Rounds.count(40)) func theyAreTheLengthsOfTheOutlooks(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var ride = try Walk(seconds: 5400, speed: 3).ride()
        let words: [ActivityFlags] = [.walking, .automotive, .cycling, .stationary, .unknown, []]
        var seconds = 0
        while seconds < 5000 {
            let flags = words.randomElement(using: &random) ?? []
            ride.ownReports.append(
                ActivityReport(
                    activity: MotionActivity(flags: flags, confidence: .high, elapsed: .seconds(seconds), start: nil),
                    delivered: .seconds(seconds + 5)))
            seconds += Int.random(in: 5...900, using: &random)
        }
        let places = try PlaceSet(
            (0..<20).map { Place(identifier: "p\($0)", latitude: 50 + Double($0) / 150, longitude: 8) })
        for policy in GatePolicy.profiles {
            let trace = try RideScene(ride, places: places).trace(policy: policy, strategy: .bubbleDifference)
            let times = trace.result.outlookTimes
            let end = trace.scene.ride.time(trace.end)
            var sums: [Bool: Duration] = [:]
            var reasons: [Bool: [GateReason: Duration]] = [:]
            for (index, outlook) in trace.outlooks.enumerated() {
                let next = index + 1 < trace.outlooks.count ? trace.outlooks[index + 1].time : end
                sums[outlook.isHeld, default: .zero] += next - outlook.time
                for reason in outlook.reasons where reason != .allowed {
                    reasons[outlook.isHeld, default: [:]][reason, default: .zero] += next - outlook.time
                }
            }
            #expect(times.held == sums[true] ?? .zero && times.allowed == sums[false] ?? .zero)
            #expect(times.held + times.allowed == end - (trace.outlooks.first?.time ?? end))
            for isHeld in [true, false] {
                let told = Dictionary(uniqueKeysWithValues: times.reasons(held: isHeld).map { ($0.reason, $0.time) })
                #expect(told == (reasons[isHeld] ?? [:]).filter { $0.value > .zero })
            }
        }
    }
}
