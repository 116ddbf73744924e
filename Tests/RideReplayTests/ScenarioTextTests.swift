// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// Rides as scenarios, and labels from what a person did.
@Suite struct ScenarioTextTests {
    /// A ride to the north past many places with rules of their own, with reports that change.
    private static func scene(_ random: inout SeededGenerator, fastest: Double = 9) throws -> RideScene {
        let speed = Double.random(in: 1...fastest, using: &random)
        var ride = try Walk(seconds: 2400, speed: speed).ride()
        let words: [ActivityFlags] = [.walking, .automotive, [.automotive, .stationary], .stationary, [], .unknown]
        var time = 0
        ride.ownReports = (0..<30).map { _ in
            time += Int.random(in: 5...150, using: &random)
            return ActivityReport(
                activity: MotionActivity(
                    flags: words.randomElement(using: &random) ?? [],
                    confidence: Confidence.allCases.randomElement(using: &random) ?? .low, elapsed: .seconds(time),
                    start: nil),
                delivered: .seconds(time) + .nanoseconds(Int64.random(in: 0...4_999_999_999, using: &random)),
                isRepeat: Bool.random(using: &random))
        }
        let names = ["a b", "a_b", "#1", "40m", "alone", "x:y", "Zoë", "priority"]
        let places = (0..<30).map { index in
            var place = Place(
                identifier: "\(names[index % names.count])\(index < names.count ? "" : "-\(index)")",
                latitude: Walk.latitude(Double.random(in: 0...2400 * speed, using: &random)), longitude: 8,
                story: [nil, "s t", "12m"].randomElement(using: &random) ?? nil)
            place.rules.moment = AlertMoment.allCases.randomElement(using: &random) ?? .enter
            if place.rules.moment == .dwell { place.rules.dwell = .seconds(30) }
            place.rules.expiry = [nil, .seconds(90), .milliseconds(600_500)].randomElement(using: &random) ?? nil
            place.rules.cooldown = [nil, .zero].randomElement(using: &random) ?? nil
            place.rules.hours =
                Bool.random(using: &random) ? nil : try? WeeklyHours("Mo-Fr 08:00-18:00; Sa,Su 09:00-18:00")
            return place
        }
        return RideScene(ride, places: try PlaceSet(places))
    }

    private static func policy(_ random: inout SeededGenerator) -> GatePolicy {
        var policy = GatePolicy.profiles.randomElement(using: &random) ?? .gaitway
        if Bool.random(using: &random) { policy.name = "mine  #2" }
        policy.afterDriving = [.seconds(120), .milliseconds(7_250)].randomElement(using: &random) ?? .zero
        policy.placeCooldown = .seconds(600)
        if Bool.random(using: &random) { policy.shortCap = nil }
        policy.minimumDwell = [.zero, .seconds(20)].randomElement(using: &random) ?? .zero
        return policy
    }

    @Test(arguments: 0..<Rounds.count(60)) func aRideAsAScenarioGivesItsDecisions(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let scene = try Self.scene(&random)
        let policy = Self.policy(&random)
        let text = try scene.scenario(policy: policy)
        let expected = try scene.play(policy: policy).decisions
        // As gaitway gate check plays it.
        let scenario = try GateScenario(text)
        #expect(scenario.profiles.count == 1)
        let outcome = try #require(try scenario.outcomes().first)
        #expect(outcome.failures.isEmpty, "\(outcome.failures.prefix(3))")
        func key(_ decision: GateDecision) -> String {
            "\(decision.time) \(decision.entry) \(decision.kind) \(decision.reasons) \(decision.others)"
        }
        #expect(outcome.decisions.map(key) == expected.map(key))
        #expect(text.hasPrefix("What the policy"))
        #expect(text.contains("expect \(expected.count { $0.kind == .deliver }) alerts"))
    }

    /// Labels of what the reports say are those that are made from the reports.
    @Test(arguments: 0..<Rounds.count(40)) func labelsOfTheReportsAreThoseOfTheTruth(_ seed: Int) throws {
        var random = SeededGenerator(seed: 900 + UInt64(seed))
        // Slow enough to enter a place.
        let scene = try Self.scene(&random, fastest: 5)
        var starts: [(time: Duration, activity: Activity)] = [(.zero, .walking)]
        for report in scene.ride.reports.sorted(by: { $0.activity.elapsed < $1.activity.elapsed }) {
            let isDriving = report.activity.flags.contains(.automotive)
            starts.append((report.activity.elapsed, isDriving ? .automotive : .walking))
        }
        let ends = starts.dropFirst().map(\.time) + [.seconds(90_000)]
        let truth = zip(starts, ends).map { ActivitySpan($0.activity, $0.time..<$1) }
        let byReports = try AlertLabels(making: scene)
        #expect(AlertLabels(making: scene, from: truth).csv(for: scene.ride) == byReports.csv(for: scene.ride))
        // Without truth, nothing is wanted and nothing is unsafe; with a part of it, less.
        #expect(AlertLabels(making: scene, from: []).labels.isEmpty)
        let part = truth.filter { $0.activity == .automotive }
        let labels = AlertLabels(making: scene, from: part)
        #expect(labels.labels.allSatisfy { $0.verdict == .unsafe })
        #expect(labels.labels == byReports.labels.filter { $0.verdict == .unsafe })
    }
}
