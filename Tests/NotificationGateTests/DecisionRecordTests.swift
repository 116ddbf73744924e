import Foundation
import MotionTypes
import NotificationGate
import Testing

/// What stands in the record of a decision.
@Suite struct DecisionRecordTests {
    private static func at(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: 1_777_622_400_000_000_000).advanced(byNanoseconds: Int64((seconds * 1e9).rounded()))
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
                    + #"\"b\"\n","story":"é","decision":"defer","reasons":["recently-driving"],"source":"fresh","#
                    + #""flags":["walking"],"confidence":"high","report_age":30.25,"since_driving":30.25,"#
                    + #""region":"inside","distance":41.5,"speed":1.25,"nearest_other":null,"others":0,"#
                    + #""collapsed_into":null,"policy":"gaitway","policy_version":1,"#
                    + #""ask_again":"2026-05-01T08:02:30.000Z"}"#,
                #"{"time":"2026-05-01T08:01:10.000Z","entry":1,"entered":"2026-05-01T08:01:00.250Z","place":"a "#
                    + #"\"b\"\n","story":"é","decision":"drop","reasons":["left","recently-driving"],"source":"fresh","#
                    + #""flags":["walking"],"confidence":"high","report_age":40,"since_driving":40,"region":"outside","#
                    + #""distance":41.5,"speed":1.25,"nearest_other":null,"others":0,"collapsed_into":null,"#
                    + #""policy":"gaitway","policy_version":1,"ask_again":null}"#,
            ])
        for decision in decisions {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(decision.json.utf8)) }
        }
    }

    @Test func anExplanationForPeople() throws {
        let decision = try #require(try Self.decisions(Self.drive).first)
        let lines = decision.explanation.split(separator: "\n").map(String.init)
        #expect(lines.contains("  because the person drove a short while ago (recently-driving)"))
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
        #expect(decision.explanation.contains("  at entry: 80.0 m from the place, 1.5 m/s, no other place"))
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

    @Test func everyReasonIsExplained() {
        #expect(Set(GateReason.allCases.map(\.explanation)).count == GateReason.allCases.count)
    }
}
