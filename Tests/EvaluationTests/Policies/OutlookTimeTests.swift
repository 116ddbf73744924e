// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// How long an alert could have passed, against a gate that is asked every hundredth of a second.
@Suite struct OutlookTimeTests {
    /// A ride with gaps, whose times are whole tenths of a second.
    private static func ride(_ random: inout SeededGenerator, activity: Activity = .automotive, dataSet: String = "d")
        -> RideStreams.Ride
    {
        func tenths(_ count: Int) -> Duration { .milliseconds(100 * count) }
        var spans: [Range<Duration>] = []
        var at = Int.random(in: 0...50, using: &random)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let end = at + Int.random(in: 52...1500, using: &random)
            spans.append(tenths(at)..<tenths(end))
            at = end + Int.random(in: 1...200, using: &random)
        }
        let flags: [ActivityFlags] = [
            .automotive, [.automotive, .stationary], .walking, .cycling, .stationary, [], .unknown,
        ]
        var reports: [ActivityReport] = []
        var time = Int.random(in: 51...90, using: &random)
        while tenths(time) < (spans.last?.upperBound ?? .zero) {
            reports.append(
                ActivityReport(
                    activity: MotionActivity(
                        flags: flags.randomElement(using: &random) ?? [],
                        confidence: Confidence.allCases.randomElement(using: &random) ?? .low,
                        elapsed: tenths(time - 51), start: nil),
                    delivered: tenths(time)))
            time += Int.random(in: 1...400, using: &random)
        }
        let speeds =
            Bool.random(using: &random)
            ? []
            : stride(from: 0, to: 1500, by: Int.random(in: 7...200, using: &random)).map {
                SpeedReading(elapsed: tenths($0), speed: Double.random(in: 0...12, using: &random))
            }
        return RideStreams.Ride(
            row: ManifestRow(recording: "r", label: .activity(activity), dataSet: dataSet), activity: activity,
            spans: spans,
            reports: reports, speeds: speeds)
    }

    private static func policy(_ random: inout SeededGenerator) -> GatePolicy {
        var policy = GatePolicy.profiles.randomElement(using: &random) ?? .gaitway
        policy.afterDriving = [.zero, .seconds(7), .seconds(120)].randomElement(using: &random) ?? .zero
        policy.drivingOnset = [.zero, .milliseconds(5300), .seconds(20)].randomElement(using: &random) ?? .zero
        policy.vehicleSpeed = [nil, 6].randomElement(using: &random) ?? nil
        policy.staleAfter = [nil, .seconds(12)].randomElement(using: &random) ?? nil
        policy.minimumConfidence.automotive = Confidence.allCases.randomElement(using: &random) ?? .low
        return policy
    }

    @Test(arguments: 0..<Rounds.count(200)) func timeIsThatOfAGateThatIsAskedAllTheTime(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ride = Self.ride(&random)
        let policy = Self.policy(&random)
        let time = try OutlookTime(ride, policy: policy)
        var gate = try Gate(policy: policy)
        var passed = 0
        var held: [GateReason: Int] = [:]
        var anyHeld = 0
        let first = ride.reports.first?.delivered ?? .seconds(100_000)
        for tenth in 0..<60_000 {
            let now = Duration.milliseconds(100 * tenth)
            guard now < (ride.spans.last?.upperBound ?? .zero) else { break }
            let moment = Timestamp(nanoseconds: 0) + now
            for report in ride.reports where report.delivered == now { _ = gate.handle(.report(report), at: moment) }
            for reading in ride.speeds where reading.elapsed == now {
                _ = gate.handle(.fix(GateFix(speed: reading.speed)), at: moment)
            }
            guard now >= first, ride.spans.contains(where: { $0.contains(now) }) else { continue }
            let holds = gate.outlook(at: moment).holds
            if holds.isEmpty { passed += 1 } else { anyHeld += 1 }
            for reason in holds { held[reason, default: 0] += 1 }
        }
        #expect(time.passed == .milliseconds(100 * passed) && time.held == .milliseconds(100 * anyHeld))
        #expect(time.reasons == held.mapValues { .milliseconds(100 * $0) })
    }

    @Test func ridesPlayedAtOnceGiveWhatTheyGiveAlone() async throws {
        var random = SeededGenerator(seed: 77)
        let rides = (0..<24).map { index in
            Self.ride(&random, activity: index % 2 == 0 ? .automotive : .walking, dataSet: "set \(index % 5)")
        }
        let trials = GatePolicy.profiles.map { PolicyTrial(policy: $0) }
        let one = try await PolicyTrial.play(trials, on: rides, workers: 1)
        let four = try await PolicyTrial.play(trials, on: rides, workers: 4)
        #expect(one.map(\.figures) == four.map(\.figures))
        for trial in one {
            // A mean of data sets with equal weights.
            var shares: [Double] = []
            for dataSet in (0..<5).map({ "set \($0)" }) {
                var sum = (passed: 0.0, total: 0.0)
                for ride in rides where ride.activity == .automotive && ride.row.dataSet == dataSet {
                    let time = try OutlookTime(ride, policy: trial.policy)
                    sum.passed += time.passed / .seconds(1)
                    sum.total += time.total / .seconds(1)
                }
                if sum.total >= 60 { shares.append(sum.passed / sum.total) }
            }
            let expected = shares.reduce(0, +) / Double(shares.count)
            #expect(abs((trial.figures.drivingPassed ?? -1) - expected) < 1e-12)
        }
    }

    /// Every choice is the cheapest of what the other data sets say, and what is reported of a data set is that
    /// choice's.
    @Test(arguments: 0..<Rounds.count(40)) func theChoiceKnowsNothingOfWhatItIsJudgedBy(_ seed: Int) async throws {
        var random = SeededGenerator(seed: 900 + UInt64(seed))
        let rides = (0..<20).map { index in
            Self.ride(&random, activity: index % 2 == 0 ? .automotive : .walking, dataSet: "set \(index / 4)")
        }
        let trials = try await PolicyTrial.play(
            (0..<6).map { _ in PolicyTrial(policy: Self.policy(&random)) }, on: rides, workers: 2)
        let choice = try #require(SweepChoice(trials, weight: 4))
        func cost(_ trial: Int, _ isIncluded: (String) -> Bool) throws -> Double {
            let figures = trials[trial].figures.filtered(isIncluded)
            return 4 * (try #require(figures.drivingPassed)) + (try #require(figures.walkingHeld))
        }
        for (dataSet, trial) in choice.choices {
            let own = try cost(trial) { $0 != dataSet }
            for other in trials.indices {
                let theirs = try cost(other) { $0 != dataSet }
                #expect(own <= theirs + 1e-9 && (other >= trial || own < theirs))
            }
            for (cell, time) in trials[trial].figures.cells where cell.dataSet == dataSet {
                #expect(choice.heldOut.cells[cell] == time)
            }
        }
        #expect(choice.heldOut.cells.count == trials[0].figures.cells.count)
    }
}
