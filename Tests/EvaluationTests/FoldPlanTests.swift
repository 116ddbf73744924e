// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayEvaluation

struct FoldPlanTests {
    /// The manifest of real rides, where there is one.
    static let manifestPath = ProcessInfo.processInfo.environment["GAITWAY_MANIFEST"]

    private func rides(_ generator: inout SeededGenerator) -> [FoldRide] {
        (0...5 + generator.below(80)).map { _ in
            let dataSet = generator.below(12)
            // Data sets differ in what they have, as real ones do.
            let label = RideLabel.allCases[(dataSet + generator.below(3)) % RideLabel.allCases.count]
            return FoldRide(
                dataSet: "d\(dataSet)", user: "u\(generator.below(4))", recording: "r\(generator.below(30))",
                label: label,
                hours: generator.uniform())
        }
    }

    private func group(_ ride: FoldRide, _ grouping: FoldGrouping) -> [String] {
        switch grouping {
        case .user: [ride.dataSet, ride.user]
        case .dataSet: [ride.dataSet]
        case .ride: [ride.dataSet, ride.recording]
        }
    }

    /// What must hold of any plan.
    private func check(_ plan: FoldPlan, _ rides: [FoldRide]) {
        #expect((2...9).contains(plan.folds.count))
        #expect(plan.foldOfRide.count == rides.count)
        var foldOfGroup: [[String]: Int] = [:]
        for (ride, fold) in zip(rides, plan.foldOfRide) {
            let group = group(ride, plan.grouping)
            #expect(foldOfGroup[group, default: fold] == fold, "\(group) is on both sides")
            foldOfGroup[group] = fold
        }
        for (index, fold) in plan.folds.enumerated() {
            #expect(fold.rides == rides.indices.filter { plan.foldOfRide[$0] == index })
            #expect(fold.rides.contains { rides[$0].label == .activity(plan.rarestActivity) })
            #expect(fold.groups.count == Set(fold.rides.map { group(rides[$0], plan.grouping) }).count)
            #expect(isClose(fold.totalHours, fold.rides.reduce(0) { $0 + rides[$1].hours }, 1e-9))
        }
        let holders = Activity.allCases.map { activity in
            Set(rides.filter { $0.label == .activity(activity) }.map { group($0, plan.grouping) }).count
        }
        #expect(plan.folds.count == min(9, holders.filter { $0 > 1 }.min() ?? 0))
    }

    @Test(arguments: FoldGrouping.allCases)
    func plansKeepGroupsWholeAndSpreadTheRarestActivity(grouping: FoldGrouping) throws {
        var generator = SeededGenerator(seed: 31)
        var plans = 0
        for _ in 0..<300 {
            let rides = rides(&generator)
            guard let plan = try? FoldPlan(rides: rides, by: grouping) else { continue }
            plans += 1
            check(plan, rides)
            let order = rides.indices.shuffled(using: &generator)
            let shuffled = try FoldPlan(rides: order.map { rides[$0] }, by: grouping)
            #expect(shuffled.folds.map(\.groups) == plan.folds.map(\.groups))
        }
        #expect(plans > 250)
    }

    @Test func theRestIsDealtByHours() throws {
        let rides = [("a", 3.0), ("b", 1.0), ("c", 2.5), ("d", 1.0)].map { name, hours in
            FoldRide(
                dataSet: name, user: "u", label: .activity(name < "c" ? .running : .walking), hours: hours)
        }
        let plan = try FoldPlan(
            rides: rides
                + rides.map { ride in
                    var walk = ride
                    walk.label = .activity(.walking)
                    walk.hours = 0.1
                    return walk
                }, by: .dataSet)
        // a and b have the rarest activity; c joins the shorter b, d then the shorter a.
        #expect(plan.rarestActivity == .running)
        #expect(plan.folds.map(\.groups) == [["a", "d"], ["b", "c"]])
        #expect(
            plan.description
                == "fold 1: a, d (walking 1.20 h, running 3.00 h)\nfold 2: b, c (walking 2.70 h, running 1.00 h)\n"
        )
    }

    @Test func namesakesOfTwoDataSetsAreTwoPeople() throws {
        let rides = ["a/b", "a"].map { dataSet in
            FoldRide(
                dataSet: dataSet, user: dataSet == "a" ? "b/c" : "c", label: .activity(.walking), hours: 1)
        }
        #expect(try FoldPlan(rides: rides, by: .user).folds.count == 2)
    }

    @Test func nothingToHoldOutIsAnError() {
        let one = FoldRide(dataSet: "a", user: "u", label: .activity(.walking), hours: 1)
        let other = FoldRide(dataSet: "b", user: "u", label: .activity(.running), hours: 1)
        #expect(throws: InputError.self) { try FoldPlan(rides: [one, one], by: .dataSet) }
        #expect(throws: InputError.self) { try FoldPlan(rides: [one, other], by: .dataSet) }
        #expect(throws: InputError.self) { try FoldPlan(rides: [], by: .user) }
    }

    @Test func anActivityOfOneGroupIsNamed() throws {
        let rides = [("a", Activity.walking), ("b", .walking), ("b", .cycling)].map {
            FoldRide(dataSet: $0.0, user: "u", label: .activity($0.1), hours: 1)
        }
        #expect(try FoldPlan(rides: rides, by: .dataSet).activitiesOfOneGroup == [.cycling])
    }

    @Test(.enabled(if: manifestPath != nil, "needs real rides: set GAITWAY_MANIFEST to their manifest"))
    func realRidesArePlanned() throws {
        let path = try #require(Self.manifestPath)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let manifest = try Manifest(csv: bytes, source: path).where("use", "default")
        let rides = manifest.labelledRows.map { FoldRide($0) }
        #expect(rides.count > 100)
        for grouping in FoldGrouping.allCases {
            let plan = try FoldPlan(rides: rides, by: grouping)
            check(plan, rides)
            let hours = plan.folds.map(\.totalHours)
            #expect(isClose(hours.reduce(0, +), rides.reduce(0) { $0 + $1.hours }, 1e-6))
        }
        let csv = ManifestWriter(extraColumns: manifest.columns).csv(manifest.rows)
        #expect(try Manifest(csv: Array(csv.utf8)).rows.count == manifest.rows.count)
    }
}
