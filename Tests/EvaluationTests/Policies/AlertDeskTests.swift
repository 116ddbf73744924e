// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// A desk's figures are those of the commands that play one ride or one policy.
@Suite struct AlertDeskTests {
    /// A ride to the north, with random reports and labels that leave holes.
    private static func ride(_ name: String, _ random: inout SeededGenerator, hasFixes: Bool = true) throws -> DeskRide
    {
        let seconds = 900
        let recorded =
            hasFixes
            ? try RecordedRide(decoding: Array(Walk(seconds: seconds, speed: 3).gpx.utf8), source: name)
            : RecordedRide(source: name, origin: nil, fixes: [])
        let flags: [ActivityFlags] = [.walking, .automotive, .walking, .stationary, []]
        var time = 0
        let reports = (0..<15).map { _ in
            time += Int.random(in: 10...90, using: &random)
            return ActivityReport(
                activity: MotionActivity(
                    flags: flags.randomElement(using: &random) ?? [], confidence: .high,
                    elapsed: .seconds(time), start: nil),
                delivered: .seconds(time + 5))
        }
        var rows: [ManifestRow] = []
        var from = Int.random(in: 0...60, using: &random)
        while from < seconds {
            let to = from + Int.random(in: 60...400, using: &random)
            let labels: [RideLabel] = [.activity(.walking), .activity(.automotive), .noneOfThese]
            let label = labels.randomElement(using: &random) ?? .noneOfThese
            var row = ManifestRow(recording: name, label: label, dataSet: "d", user: "me")
            (row.start, row.end) = (Double(from), Double(to))
            rows.append(row)
            from = to + (Bool.random(using: &random) ? 0 : 30)
        }
        return DeskRide(
            name: name, recorded: recorded, reports: reports, model: "m", end: .seconds(max(seconds, time + 5)),
            rows: rows)
    }

    private static func places(_ count: Int, _ random: inout SeededGenerator) throws -> PlaceSet {
        try PlaceSet(
            (0..<count).map { index in
                Place(
                    identifier: "place-\(index)",
                    latitude: Walk.latitude(Double.random(in: 0...2700, using: &random)), longitude: 8, story: nil)
            })
    }

    /// The figures by the ways of `gaitway simulate`, one ride after the other.
    private static func expected(
        _ rides: [DeskRide], _ policy: GatePolicy, _ places: PlaceSet
    ) throws -> (alerts: DeskOutcome.Alerts, outlook: OutlookFigures) {
        var alerts = DeskOutcome.Alerts()
        var outlook = OutlookFigures()
        for ride in rides {
            if ride.hasFixes {
                let scene = RideScene(ride.recorded, places: places)
                let trial = try AlertTrial(
                    scene, policy: policy, strategy: .bubbleDifference,
                    labels: AlertLabels(making: scene, from: ride.truth))
                let score = try #require(trial.score)
                alerts.alerts += score.alerts
                alerts.wanted += score.wanted
                alerts.met += score.met
                alerts.unsafe += score.unsafe
            }
            for part in ride.outlooks { outlook.add(try OutlookTime(part, policy: policy), of: part) }
        }
        return (alerts, outlook)
    }

    @Test(arguments: 0..<Rounds.count(12)) func figuresAreThoseOfASimulation(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var rides: [DeskRide] = []
        for number in 0..<5 { rides.append(try Self.ride("\(number)", &random, hasFixes: number != 3)) }
        let desk = AlertDesk(workers: seed % 3 + 1)
        await desk.put(rides)
        // Policies and places change in any order, and come again; what is kept must not show.
        let sets = [try Self.places(12, &random), try Self.places(3, &random)]
        for step in 0..<6 {
            let set = sets[Int.random(in: 0...1, using: &random)]
            var policy = GatePolicy.profiles.randomElement(using: &random) ?? .gaitway
            policy.afterDriving = .seconds(Int.random(in: 0...300, using: &random))
            policy.shortCap = nil
            if step == 3 {
                rides[1] = try Self.ride("1", &random)
                await desk.put([rides[1]])
            }
            let chosen = step % 2 == 0 ? nil : ["0", "3", "4", "nobody"]
            let prediction = try await desk.trial(of: policy, places: set, rides: chosen, details: "1")
            let played = rides.filter { (chosen?.contains($0.name) ?? !$0.truth.isEmpty) }
            let expected = try Self.expected(played, policy, set)
            #expect(prediction.rides == played.count)
            #expect(prediction.alerts == expected.alerts)
            #expect(prediction.outlook == expected.outlook)
            #expect(prediction.alerts.missed == prediction.alerts.wanted - prediction.alerts.met)
            for (profile, figures) in zip(GatePolicy.profiles, prediction.profiles) {
                #expect(figures.name == profile.name)
                #expect(try figures.outlook == Self.expected(played, profile, set).outlook)
            }
            let detailed = try RideScene(rides[1].recorded, places: set).play(policy: policy)
            #expect(prediction.details?.decisions == detailed.decisions)
        }
    }

    /// A ride with one label is played as `gaitway simulate --rides` plays it.
    @Test func aWholeRideIsTheRideOfATrial() async throws {
        var random = SeededGenerator(seed: 3)
        let part = try Self.ride("one", &random)
        let row = ManifestRow(recording: "one", label: .activity(.walking), dataSet: "d")
        let ride = DeskRide(
            name: "one", recorded: part.recorded, reports: part.recorded.reports, model: "m", end: .seconds(1400),
            rows: [row])
        let streams = RideStreams.Ride(
            row: row, activity: .walking, spans: [(part.recorded.reports[0].activity.elapsed)..<Duration.seconds(1400)],
            reports: part.recorded.reports,
            speeds: part.recorded.fixes.compactMap { fix in
                fix.speed.map { SpeedReading(elapsed: fix.elapsed, speed: $0) }
            })
        let desk = AlertDesk()
        await desk.put([ride])
        for policy in GatePolicy.profiles {
            let prediction = try await desk.trial(of: policy, places: PlaceSet([]))
            let trials = try await PolicyTrial.play([PolicyTrial(policy: policy)], on: [streams], workers: 1)
            #expect(prediction.outlook == trials[0].figures)
            #expect(prediction.outlook.walkingHeld != nil)
        }
    }

    @Test func labelsSayWhatIsWanted() async throws {
        let walk = try RecordedRide(decoding: Array(Walk(seconds: 900, speed: 3).gpx.utf8), source: "walk")
        func report(_ flags: ActivityFlags) -> [ActivityReport] {
            [ActivityReport(activity: MotionActivity(flags: flags, confidence: .high), delivered: .seconds(1))]
        }
        let set = try PlaceSet([
            Place(identifier: "early", latitude: Walk.latitude(600), longitude: 8),
            Place(identifier: "late", latitude: Walk.latitude(2000), longitude: 8),
        ])
        var rows = [ManifestRow(recording: "walk", label: .activity(.walking))]
        rows[0].end = 450
        var drive = ManifestRow(recording: "walk", label: .activity(.automotive))
        drive.start = 450
        rows.append(drive)
        let desk = AlertDesk()
        // The stream takes all for a walk: the wanted alert comes, and so does the unsafe one.
        await desk.put([
            DeskRide(
                name: "walk", recorded: walk, reports: report(.walking), model: "m", end: .seconds(900), rows: rows)
        ])
        var prediction = try await desk.trial(of: .here, places: set, details: "walk")
        #expect(prediction.alerts.alerts == 2)
        #expect(prediction.alerts.wanted == 1)
        #expect(prediction.alerts.met == 1)
        #expect(prediction.alerts.unsafe == 1)
        #expect(prediction.outlook.drivingPassed == 1)
        #expect(prediction.outlook.walkingHeld == 0)
        let json = try JSONSerialization.jsonObject(with: Data(prediction.json(milliseconds: 7).utf8)) as? [String: Any]
        let figures = try #require(json?["figures"] as? [String: Any])
        #expect(figures["wanted"] as? Int == 1)
        #expect(figures["missed"] as? Int == 0)
        let decisions = try #require(json?["decisions"] as? [[String: Any]])
        #expect(decisions.compactMap { $0["place"] as? String } == ["early", "late"] as [String])
        #expect((decisions[0]["time"] as? Double ?? 0) > 150)
        #expect((decisions[0]["reasons"] as? [String])?.first?.isEmpty == false)
        // Where it takes all for a drive, both are held.
        await desk.put([
            DeskRide(
                name: "walk", recorded: walk, reports: report(.automotive), model: "m", end: .seconds(900), rows: rows)
        ])
        prediction = try await desk.trial(of: .here, places: set)
        #expect(prediction.alerts.alerts == 0)
        #expect(prediction.alerts.missed == 1)
        #expect(prediction.alerts.unsafe == 0)
        #expect(prediction.outlook.drivingPassed == 0)
        #expect(prediction.outlook.walkingHeld == 1)
        await desk.remove("walk")
        #expect(try await desk.trial(of: .here, places: set).rides == 0)
    }
}
