// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// Crossings that give no entry, and fixes that are refused, are counted.
@Suite struct RegionPassTests {
    /// A drive due north past one place, which is some metres to the side.
    private func run(
        speed: Double, aside: Double, settle: Duration? = nil
    ) throws -> (entries: Int, passes: [RegionPass]) {
        let place = Place(identifier: "p", latitude: 50, longitude: 8)
        var simulator = GeofenceSimulator(places: try PlaceSet([place]))
        if let settle { simulator.policy.settleTime = settle }
        let degree = 111_195.0
        let track = (-150...150).map { second in
            Location(
                elapsed: .seconds(second + 150), latitude: 50 + speed * Double(second) / degree,
                longitude: 8 + aside / (degree * 0.642788))
        }
        let run = simulator.run(.oracle, track: track)
        return (run.events.count { $0.kind == .enter }, run.phone.passes)
    }

    @Test(arguments: [2.0, 5, 7.8, 8.2, 12, 30], [0.0, 30, 60, 79, 85, 95, 110])
    func eachCrossingIsAnEntryOrAPass(speed: Double, aside: Double) throws {
        let (entries, passes) = try run(speed: speed, aside: aside)
        // Half the way within a circle, at an even speed.
        func seconds(within radius: Double) -> Double {
            radius > aside ? 2 * (radius * radius - aside * aside).squareRoot() / speed : 0
        }
        let (inside, crossing) = (seconds(within: 80), seconds(within: 100))
        #expect(entries == (inside >= 20 ? 1 : 0))
        #expect(passes.count == (crossing > 0 && inside < 20 ? 1 : 0))
        for pass in passes {
            #expect(pass.region == "p" && pass.reason == (inside > 0 ? .tooFast : .atEdge))
            #expect(abs((pass.to - pass.from) / .seconds(1) - crossing) < 0.1)
            #expect(abs((pass.inside ?? .zero) / .seconds(1) - inside) < 0.1)
            let measured = try #require(pass.speed)
            #expect(abs(measured - speed) < 0.01)
        }
        // Without a settle time, coming far enough inside is an entry.
        let eager = try run(speed: speed, aside: aside, settle: .zero)
        #expect(eager.entries == (inside > 0 ? 1 : 0) && eager.passes.allSatisfy { $0.reason == .atEdge })
    }

    @Test(arguments: 0..<Rounds.count(40)) func theFixesUsedAreThoseThatTheMonitorTakes(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var policy = MonitorPolicy()
        policy.maximumAccuracy = Double.random(in: 20...200, using: &random)
        let track = (0..<200).map { _ in
            Location(
                elapsed: .seconds(Int.random(in: 0...500, using: &random)), latitude: 50,
                longitude: Double.random(in: 8...8.1, using: &random),
                horizontalAccuracy: Bool.random(using: &random) ? Double.random(in: 1...300, using: &random) : nil)
        }
        let use = FixUse(track, policy: policy)
        var monitor = RegionMonitor(policy: policy)
        var events: [RegionEvent] = []
        let taken = track.count { monitor.receive($0, into: &events) }
        #expect(use.used == taken)
        #expect(use.used + use.refused.values.reduce(0, +) == track.count)
        let coarse = track.compactMap(\.horizontalAccuracy).filter { $0 > policy.maximumAccuracy }
        #expect(use.refused[.inaccurate] ?? 0 == coarse.count && use.bestRefusedAccuracy == coarse.min())
    }
}
