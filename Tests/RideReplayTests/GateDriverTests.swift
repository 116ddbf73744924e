// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// What an app gets from the driver while fixes and reports come.
@Suite struct GateDriverTests {
    private static let origin = Timestamp(nanoseconds: 1_777_622_400_000_000_000)

    private static func driver(_ policy: GatePolicy = .here) throws -> GateDriver {
        let mill = Place(identifier: "mill", latitude: 50.01, longitude: 8)
        return try GateDriver(policy: policy, places: PlaceSet([mill]), origin: origin)
    }

    private static func fix(_ seconds: Int, latitude: Double) -> Location {
        Location(elapsed: .seconds(seconds), latitude: latitude, longitude: 8)
    }

    private static func report(_ flags: ActivityFlags, at seconds: Int) -> ActivityReport {
        ActivityReport(
            activity: MotionActivity(flags: flags, confidence: .high, elapsed: .seconds(seconds), start: nil),
            delivered: .seconds(seconds))
    }

    @Test func anEntryIsDecidedByTheReportsBeforeIt() throws {
        var driver = try Self.driver()
        driver.take(Self.fix(0, latitude: 50))
        driver.take(Self.report(.walking, at: 1))
        driver.take(Self.fix(120, latitude: 50.01))
        driver.take(Self.report(.automotive, at: 125))
        driver.take(Self.report(.walking, at: 140))
        // The phone is far enough inside from 111 s on, which counts after 20 s: only the next fix shows that it stays.
        #expect(driver.takeDecisions().isEmpty)
        driver.take(Self.fix(200, latitude: 50.0105))
        driver.advance(to: .seconds(201))
        let decisions = driver.takeDecisions()
        #expect(decisions.map(\.place) == ["mill"] && decisions.map(\.kind) == [.skip])
        #expect(decisions.first?.reasons == [.driving])
    }

    /// A person at rest sends no fixes: the clock settles what they entered.
    @Test func theClockEndsTheWaitForAFix() throws {
        var driver = try Self.driver()
        driver.take(Self.fix(0, latitude: 50))
        driver.take(Self.report(.walking, at: 1))
        driver.take(Self.fix(60, latitude: 50.01))
        #expect(driver.takeDecisions().isEmpty)
        driver.advance(to: .seconds(100))
        let decisions = driver.takeDecisions()
        #expect(decisions.map(\.kind) == [.deliver])
        #expect(decisions.allSatisfy { $0.time < Self.origin + .seconds(100) })
    }

    @Test func theOutlookHoldsForEverythingThatWasTaken() throws {
        var driver = try Self.driver()
        #expect(driver.outlook(at: .zero).holds == [.noReport])
        driver.take(Self.report(.automotive, at: 10))
        #expect(driver.outlook(at: .seconds(9)).holds == [.noReport])
        #expect(driver.outlook(at: .seconds(10)).holds == [.driving])
        driver.take(Self.report(.walking, at: 20))
        #expect(driver.outlook(at: .seconds(20)).holds == [.recentlyDriving])
        #expect(driver.outlook(at: .seconds(140)).holds == [])
        // Asking changes nothing.
        #expect(driver.outlook(at: .seconds(20)).holds == [.recentlyDriving])
    }

    @Test func aPersonsActionCounts() throws {
        var driver = try Self.driver(.gaitway)
        driver.take(Self.report(.walking, at: 10))
        #expect(driver.outlook(at: .seconds(30)).holds == [])
        driver.take(.snooze(until: Self.origin + .seconds(60)), at: .seconds(30))
        #expect(driver.outlook(at: .seconds(30)).holds == [.snoozed])
        #expect(driver.outlook(at: .seconds(60)).holds == [])
    }

    /// Days of fixes give what a fresh driver gives, though old fixes were dropped.
    @Test func oldFixesAreNotNeeded() throws {
        var long = try Self.driver(.gaitway)
        var fresh = try Self.driver(.gaitway)
        for second in 0..<9000 { long.take(Self.fix(second, latitude: 50)) }
        func play(_ driver: inout GateDriver) {
            for second in 9000..<9400 {
                driver.take(Self.fix(second, latitude: 50 + Double(second - 9000) * 0.00005))
                if second.isMultiple(of: 50) { driver.take(Self.report(.walking, at: second)) }
            }
            driver.advance(to: .seconds(9600))
        }
        play(&long)
        play(&fresh)
        // The newest speed that positions showed is of another moment, as they count in steps.
        func decisions(_ driver: inout GateDriver) -> [GateDecision] {
            driver.takeDecisions().map { decision in
                var decision = decision
                (decision.inputs.fixSpeed, decision.inputs.fixAge) = (nil, nil)
                return decision
            }
        }
        let expected = decisions(&fresh)
        #expect(!expected.isEmpty && decisions(&long) == expected)
    }
}
