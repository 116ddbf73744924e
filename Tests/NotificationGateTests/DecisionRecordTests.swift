// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// What stands in the record of a decision.
@Suite struct DecisionRecordTests {
    private static func at(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: 1_777_622_400_000_000_000).advanced(
            byNanoseconds: Int64(proven: (seconds * 1e9).rounded()))
    }

    private static func decisions(_ inputs: [(Double, GateInput)], policy: GatePolicy = .gaitway) throws
        -> [GateDecision]
    {
        var gate = try Gate(policy: policy)
        return inputs.flatMap { gate.advance(to: at($0.0)) + gate.handle($0.1, at: at($0.0)) }
    }

    private static let drive: [(Double, GateInput)] = [
        (0, .report(ActivityReport(flags: [.automotive, .stationary], confidence: .medium))),
        (30, .report(ActivityReport(flags: .walking, confidence: .high))),
        (60.25, .enter(RegionEntry(place: "a \"b\"\n", story: "é", distance: 41.5, speed: 1.25))),
        (70, .exit(place: "a \"b\"\n")),
    ]

    @Test func aLineOfJSON() throws {
        let decisions = try Self.decisions(Self.drive)
        #expect(
            decisions.map(\.json) == [
                #"{"time":"2026-05-01T08:01:00.250Z","entry":1,"entered":"2026-05-01T08:01:00.250Z","place":"a "#
                    + #"\"b\"\n","story":"é","decision":"defer","reasons":["recently-driving"],"#
                    + #""ends":{"recently-driving":"2026-05-01T08:02:30.000Z"},"source":"fresh","#
                    + #""flags":["walking"],"confidence":"high","report_age":30.25,"since_driving":30.25,"#
                    + #""fix_speed":null,"fix_age":null,"region":"inside","distance":41.5,"speed":1.25,"#
                    + #""nearest_other":null,"alerts":[],"clock_behind":null,"others":0,"#
                    + #""collapsed_into":null,"policy":"gaitway","policy_version":1,"#
                    + #""ask_again":"2026-05-01T08:02:30.000Z"}"#,
                #"{"time":"2026-05-01T08:01:10.000Z","entry":1,"entered":"2026-05-01T08:01:00.250Z","place":"a "#
                    + #"\"b\"\n","story":"é","decision":"drop","reasons":["left","recently-driving"],"#
                    + #""ends":{"recently-driving":"2026-05-01T08:02:30.000Z"},"source":"fresh","#
                    + #""flags":["walking"],"confidence":"high","report_age":40,"since_driving":40,"#
                    + #""fix_speed":null,"fix_age":null,"region":"outside","#
                    + #""distance":41.5,"speed":1.25,"nearest_other":null,"alerts":[],"clock_behind":null,"#
                    + #""others":0,"collapsed_into":null,"#
                    + #""policy":"gaitway","policy_version":1,"ask_again":null}"#,
            ])
        for decision in decisions {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(decision.json.utf8)) }
        }
    }

    @Test func anExplanationForPeople() throws {
        let decision = try #require(try Self.decisions(Self.drive).first)
        let lines = decision.explanation.split(separator: "\n").map(String.init)
        #expect(
            lines.contains(
                "  because the person drove a short while ago (recently-driving, until 2026-05-01T08:02:30.000Z)"))
        #expect(lines.contains("  activity: walking, confidence high, delivered 30.3 s ago; source fresh"))
        #expect(lines.contains("  since driving: 30.3 s"))
        #expect(lines.last == "  policy gaitway, version 1; asked again 2026-05-01T08:02:30.000Z")
    }

    @Test func whoLeavesFirstIsOutside() throws {
        let decisions = try Self.decisions([
            (0, .report(ActivityReport(flags: .walking, confidence: .high))),
            (0, .enter(RegionEntry(place: "far", distance: 90))),
            (20, .enter(RegionEntry(place: "near", distance: 10))),
            (50, .exit(place: "far")),
        ]).filter { $0.kind.isFinal }
        #expect(decisions.map(\.place) == ["near", "far"])
        #expect(decisions.map(\.kind) == [.deliver, .drop])
        #expect(decisions.map(\.inputs.isInside) == [true, false])
        #expect(decisions.map(\.others) == [1, 0])
        #expect(decisions.map(\.collapsedInto) == [nil, "near"])
    }

    @Test func aLonePlaceIsShownAtOnce() throws {
        let decision = try #require(
            try Self.decisions([
                (0, .report(ActivityReport(flags: .walking, confidence: .high))),
                (10, .enter(RegionEntry(place: "a", distance: 80, speed: 1.5, nearestOther: .infinity))),
            ]).first)
        #expect(decision.kind == .deliver && decision.time == Self.at(10))
        #expect(decision.reasons == [.allowed, .alone])
        #expect(decision.json.contains("\"nearest_other\":20015000.0,"))
        #expect(decision.explanation.contains("because no other place is near enough to share the alert (alone)"))
        #expect(decision.explanation.contains("  at entry: 80 m from the place, 1.5 m/s, no other place"))
    }

    @Test func theFourWaysOfNotKnowingStayApart() throws {
        let walking = ActivityReport(flags: .walking, confidence: .low)
        func inputs(_ before: [(Double, GateInput)]) throws -> DecisionInputs {
            try #require(try Self.decisions(before + [(700, .enter(RegionEntry(place: "a")))]).last).inputs
        }
        let unsupported = try inputs([(0, .availability(.unsupported))])
        let unauthorised = try inputs([(0, .report(walking)), (1, .availability(.unauthorised))])
        let none = try inputs([])
        let stale = try inputs([(0, .report(walking))])
        let fresh = try inputs([
            (0, .report(walking)), (600, .report(ActivityReport(flags: .walking, confidence: .low, isRepeat: true))),
        ])
        #expect(
            [unsupported, unauthorised, none, stale, fresh].map(\.source) == [
                .unsupported, .unauthorised, .noReport, .stale, .fresh,
            ])
        #expect(
            [unsupported, unauthorised, none].allSatisfy {
                $0.flags == nil && $0.confidence == nil && $0.reportAge == nil
            })
        // A repeat renews the source, and not the age of the report.
        #expect(fresh.reportAge == .seconds(700) && stale.reportAge == .seconds(700))
        #expect(fresh.sinceDriving == nil)
    }

    @Test func theFixsSpeedIsInTheRecord() throws {
        let decisions = try Self.decisions([
            (0, .report(ActivityReport(flags: .walking, confidence: .high))),
            (10, .fix(GateFix(speed: 8.5, accuracy: 5))), (12, .fix(GateFix(speed: 3, accuracy: 500))),
            (20.5, .enter(RegionEntry(place: "a"))),
        ])
        let decision = try #require(decisions.last)
        // A coarse fix shows nothing.
        #expect(decision.inputs.fixSpeed == 8.5 && decision.inputs.fixAge == .seconds(10.5))
        #expect(decision.ends == [.vehicleSpeed: Self.at(70)])
        #expect(decision.json.contains(#""fix_speed":8.5,"fix_age":10.5,"#), "\(decision.json)")
        #expect(decision.explanation.contains("  fixes: 8.5 m/s, 10.5 s ago"))
        // A policy that ignores fixes has none in its records.
        let here = try Self.decisions(
            [(0, .fix(GateFix(speed: 8.5, accuracy: 5))), (5, .enter(RegionEntry(place: "a")))], policy: .here)
        #expect(here.last?.inputs.fixSpeed == nil && here.last?.inputs.fixAge == nil)
    }

    @Test func theAlertsThatFillACapAreInTheRecord() throws {
        var policy = GatePolicy.gaitway
        policy.collapseWindow = .zero
        policy.longCap = nil
        var inputs: [(Double, GateInput)] = [(0, .report(ActivityReport(flags: .walking, confidence: .high)))]
        for (index, seconds) in [10.0, 20, 30, 40].enumerated() {
            inputs.append((seconds, .enter(RegionEntry(place: "place-\(index)"))))
        }
        let decisions = try Self.decisions(inputs, policy: policy)
        #expect(decisions.map(\.kind) == [.deliver, .deliver, .deliver, .defer])
        #expect(decisions.map(\.inputs.alerts.count) == [0, 1, 2, 3])
        let last = try #require(decisions.last)
        #expect(last.inputs.alerts == [Self.at(10), Self.at(20), Self.at(30)])
        #expect(last.reasons == [.shortCap] && last.ends == [.shortCap: Self.at(3610)])
        #expect(last.json.contains(#""alerts":["2026-05-01T08:00:10.000Z","2026-05-01T08:00:20.000Z","#))
    }

    /// At the time that a record names for a reason, and not before, the reason is gone.
    @Test(arguments: 0..<Rounds.count(400)) func reasonsEndWhenTheRecordSays(_ seed: Int) throws {
        var random = RandomInputs(seed: 80_000 + UInt64(seed))
        let policy = random.policy()
        var gate = try Gate(policy: policy)
        for (time, input) in random.inputs(30) {
            for decision in gate.advance(to: time) + gate.handle(input, at: time) {
                for (reason, end) in decision.ends {
                    #expect(decision.reasons.contains(reason) && end > decision.time, "\(decision)")
                }
            }
            // What holds for any alert can be asked without an entry.
            let general: Set<GateReason> = [
                .vehicleSpeed, .driving, .recentlyDriving, .cycling, .running, .quietHours, .snoozed, .shortCap,
                .longCap,
            ]
            var probe = gate
            let entry = RegionEntry(place: "probe", isKnown: false)
            guard let record = probe.handle(.enter(entry), at: time).first(where: { $0.place == "probe" }) else {
                continue
            }
            for (reason, end) in record.ends where general.contains(reason) {
                #expect(gate.outlook(at: end.advanced(byNanoseconds: -1)).holds.contains(reason), "\(reason)")
                // Quiet hours may touch each other's, and driving becomes recent driving.
                #expect(!gate.outlook(at: end).holds.contains(reason), "\(reason) at \(end)")
            }
        }
    }

    @Test func everyReasonIsExplained() {
        #expect(Set(GateReason.allCases.map(\.explanation)).count == GateReason.allCases.count)
    }
}
