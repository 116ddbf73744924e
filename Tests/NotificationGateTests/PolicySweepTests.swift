// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// Texts of sweeps, and the policies that they give.
@Suite struct PolicySweepTests {
    @Test func allCombinationsComeInOrder() throws {
        let sweep = try PolicySweep(parsing: [
            "driving_onset=0,2.5", "minimum_confidence=low,high", "vehicle_speed=null,6",
        ])
        let points = try sweep.points(from: .article)
        #expect(sweep.count == 8 && points.count == 8)
        #expect(Set(points.map(\.policy)).count == 8)
        #expect(points[1].policy.name == "driving_onset=0 minimum_confidence=low vehicle_speed=6")
        for point in points {
            var expected = GatePolicy.article
            expected.name = point.policy.name
            expected.drivingOnset = point.values[0] == "0" ? .zero : .seconds(2.5)
            let level: Confidence = point.values[1] == "low" ? .low : .high
            for path in [\ConfidenceThresholds.stationary, \.walking, \.running, \.cycling, \.automotive] {
                expected.minimumConfidence[keyPath: path] = level
            }
            expected.vehicleSpeed = point.values[2] == "null" ? nil : 6
            #expect(point.policy == expected)
        }
    }

    @Test func valuesMayBeWordsAndObjects() throws {
        let sweep = try PolicySweep(parsing: [
            #"short_cap=null,{"alerts":2,"window":60}"#, "cycling=hold,deliver",
            #"minimum_confidence={"automotive":"medium"}"#,
        ])
        let points = try sweep.points(from: .gaitway)
        #expect(
            points.map(\.policy.shortCap) == [
                nil, nil, AlertCap(alerts: 2, window: .seconds(60)), AlertCap(alerts: 2, window: .seconds(60)),
            ])
        #expect(points.map(\.policy.cycling) == [.hold, .deliver, .hold, .deliver])
        #expect(
            points.allSatisfy {
                $0.policy.minimumConfidence.automotive == .medium && $0.policy.minimumConfidence.walking == .low
            })
    }

    @Test(arguments: [
        ("driving_onse=1", "did you mean driving_onset?"), ("nonsense=1", "the fields are after_driving"),
        ("driving_onset", "names no field and values"), ("driving_onset=", "is empty"),
        ("driving_onset=1,,2", "is empty"),
        ("driving_onset=1,1", "twice"), ("driving_onset=-1", "out of range"), ("driving_onset=soon", "wrong kind"),
        ("vehicle_speed=0", "outside 0 to 1000"), ("cycling=maybe", "cannot be \"maybe\""),
        ("name=a,b", "no field \"name\""),
    ]) func whatIsNoSweepIsRefused(_ text: String, _ words: String) {
        do throws(InputError) {
            _ = try PolicySweep(parsing: [text])
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test func tooManyCombinationsAreCounted() throws {
        let values = (0..<216).map(String.init).joined(separator: ",")
        let texts = ["after_driving", "driving_onset", "snooze_interval"].map { "\($0)=\(values)" }
        do throws(InputError) {
            _ = try PolicySweep(parsing: texts)
            Issue.record("ten million combinations were taken")
        } catch {
            #expect(error.code == .limitExceeded)
            #expect(
                error.description.contains("10077696 combinations") && error.description.contains("10000"), "\(error)")
        }
        // A product beyond the range of integers does not count as small.
        let all = [
            "after_driving", "stale_after", "driving_onset", "snooze_interval", "story_cooldown", "place_cooldown",
            "later_interval", "passenger_override", "expiry",
        ]
        #expect(throws: InputError.self) {
            try PolicySweep(parsing: all.map { "\($0)=" + (1800..<2016).map(String.init).joined(separator: ",") })
        }
        #expect(throws: InputError.self) { try PolicySweep(parsing: ["driving_onset=1", "driving_onset=2"]) }
    }
}
