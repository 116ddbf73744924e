// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayTimeline

/// The mode of a ride without reports, from the speeds of the whole ride.
@Suite struct RideTests {
    /// A day whose one move has these speeds for a minute each, with a rest after each of them.
    private func day(
        _ speeds: [Double], rest: Double = 0, interval: Double, flags: ActivityFlags = [], isReported: Bool = false,
        policy: TimelinePolicy = TimelinePolicy()
    ) -> [MoveSection] {
        var day = DayScript(seed: 3)
        (day.reportsAreOn, day.interval) = (isReported, interval)
        day.stay(2400)
        for speed in speeds {
            day.go(east: speed * 60, speed: speed, flags: flags)
            if rest > 0 { day.stay(rest, flags: flags) }
        }
        day.stay(2400)
        return day.items(policy).compactMap(\.move).flatMap(\.sections).filter { $0.activity != .stationary }
    }

    /// A bicycle's speeds, slow ones among them.
    private let bicycle = [2.5, 4, 5.5, 3, 6, 4.5, 2.8, 5, 4, 6.5, 3.5, 5]

    @Test(arguments: [5.0, 30, 60, 120]) func aSlowCyclistDoesNotRun(interval: Double) {
        let sections = day(bicycle + bicycle, interval: interval)
        #expect(Set(sections.map(\.activity)) == [.cycling])
    }

    @Test(arguments: [2.0, 10, 30]) func aBusInACityIsOneVehicle(interval: Double) {
        let bus = [4.0, 9, 12, 5, 3, 11, 6, 13, 4, 8]
        let sections = day(bus + bus, rest: 30, interval: interval)
        #expect(sections.map(\.activity) == [.automotive])
    }

    /// Reports know better what speeds alone would call a bus.
    @Test func reportsOfARideAreKept() {
        let sections = day([4, 7, 8, 5, 3, 8, 6, 7], rest: 20, interval: 5, flags: .cycling, isReported: true)
        #expect(Set(sections.map(\.activity)) == [.cycling])
    }

    /// The features are those of the ride, however many fixes there are.
    @Test func featuresDoNotDependOnTheNumberOfFixes() throws {
        func features(_ interval: Double) throws -> RideFeatures {
            var day = DayScript(seed: 5)
            (day.interval, day.noise) = (interval, 0)
            for speed in bicycle { day.go(east: speed * 60, speed: speed, flags: []) }
            let span = TimeSpan(start: DayScript.moment(0), end: DayScript.moment(day.time - interval))
            return try #require(RideFeatures.pieces(day.fixes, in: [span])[0].first)
        }
        let (dense, sparse) = (try features(1), try features(20))
        for index in [0, 1, 4] { #expect(abs(dense.values[index] - sparse.values[index]) < 0.15) }
        #expect(dense.values[2] == dense.values[0] * dense.values[0])
    }

    /// Errors of coarse fixes are not speeds.
    @Test func coarseFixesDescribeTheRide() throws {
        func features(noise: Double, accuracy: Double) throws -> RideFeatures {
            var day = DayScript(seed: 8)
            (day.interval, day.noise) = (6, noise)
            for speed in bicycle + bicycle { day.go(east: speed * 60, speed: speed, flags: []) }
            let fixes = day.fixes.map { time, fix in
                var fix = fix
                fix.horizontalAccuracy = accuracy
                return (time, fix)
            }
            let span = TimeSpan(start: DayScript.moment(0), end: DayScript.moment(day.time - 6))
            return try #require(RideFeatures.pieces(fixes, in: [span])[0].first)
        }
        let ride = try features(noise: 0, accuracy: 8)
        let stated = try features(noise: 25, accuracy: 65)
        let unstated = try features(noise: 25, accuracy: 8)
        for index in [0, 1, 4] { #expect(abs(stated.values[index] - ride.values[index]) < 0.25) }
        #expect(unstated.values[1] - ride.values[1] > 0.3)
        func told(_ features: RideFeatures) throws -> (mode: Activity, probability: Double) {
            try #require(RideModel.standard.mode(of: [features], confirmed: ConfirmedRides()) { _ in true })
        }
        let (sure, unsure) = (try told(stated), try told(unstated))
        #expect(sure.mode == .cycling && sure.probability > 0.8)
        #expect(unsure.mode != .cycling || unsure.probability < 0.75)
    }

    /// Who pushes a bicycle up a hill for a while still rides; who leaves it for longer walks. With a fix in two
    /// minutes a wait looks like a walk, too.
    @Test(
        arguments: [
            (150.0, 5.0, [Activity.cycling]), (290, 5, [.cycling, .walking, .cycling]), (290, 120, [.cycling]),
            (600, 5, [.cycling, .walking, .cycling]),
        ])
    func aShortWalkBetweenRidesIsOfTheRide(seconds: Double, interval: Double, modes: [Activity]) {
        var day = DayScript(seed: 10)
        (day.reportsAreOn, day.interval) = (false, interval)
        day.stay(2400)
        let piece = max(60, interval)
        for speed in bicycle { day.go(east: speed * piece, speed: speed, flags: []) }
        day.go(east: 1.2 * seconds, speed: 1.2, flags: [])
        for speed in bicycle { day.go(east: speed * piece, speed: speed, flags: []) }
        day.stay(2400)
        let sections = day.items().compactMap(\.move).flatMap(\.sections)
        #expect(sections.map(\.activity).filter { $0 != .stationary } == modes)
    }

    /// Speeds are even if they are averaged over the time between two or three fixes.
    @Test(arguments: [(3, Activity.cycling), (10, .running)]) func threeFixesTellNoRun(count: Int, mode: Activity) {
        var day = DayScript(seed: 4)
        (day.reportsAreOn, day.interval, day.noise) = (false, 60, 0)
        day.go(east: 2.6 * 60 * Double(count), speed: 2.6, flags: [])
        #expect(day.items().compactMap(\.move).flatMap(\.sections).map(\.activity) == [mode])
    }

    /// The phone slept when its person rode away: the way to its first fix is ridden, and the time before is a walk.
    @Test func aRideBeginsBeforeItsFirstFix() throws {
        var day = DayScript(seed: 12)
        day.reportsAreOn = false
        day.stay(2100)
        day.stay(300, fixing: false)
        day.go(east: 400, speed: 4, flags: [], fixing: false)
        for speed in bicycle { day.go(east: speed * 60, speed: speed, flags: []) }
        day.stay(2400)
        let sections = day.items().compactMap(\.move).flatMap(\.sections)
        #expect(sections.map(\.activity) == [.walking, .cycling])
        #expect((DayScript.seconds(try #require(sections.last).span.start) - 2400).magnitude < 30)
    }

    /// A rest that covers ground between two rides by bicycle is a slow part of the ride.
    @Test func aSlowPartOfARideIsNoWalk() {
        var day = DayScript(seed: 13)
        day.reportsAreOn = false
        day.stay(2400)
        for speed in bicycle { day.go(east: speed * 60, speed: speed, flags: []) }
        day.go(east: 0.6 * 270, speed: 0.6, flags: [])
        for speed in bicycle { day.go(east: speed * 60, speed: speed, flags: []) }
        day.stay(2400)
        #expect(day.items().compactMap(\.move).flatMap(\.sections).map(\.activity) == [.cycling])
    }

    @Test func aHolePartsARideAndAShortPieceIsNoRide() {
        var day = DayScript(seed: 6)
        day.go(east: 1000, speed: 5, flags: [])
        day.time += 181
        day.go(east: 1500, speed: 5, flags: [])
        day.time += 181
        day.go(east: 200, speed: 5, flags: [])
        let whole = TimeSpan(start: DayScript.moment(0), end: DayScript.moment(day.time))
        let pieces = RideFeatures.pieces(day.fixes, in: [whole])[0]
        #expect(pieces.map { ($0.seconds / 10).rounded() } == [19, 29])
    }

    /// A runner's speeds.
    private let run = [2.8, 3, 3.1, 2.9, 3.2, 3, 2.7, 3.1]

    @Test func whoNeverRunsIsNotToldToRun() {
        var policy = TimelinePolicy()
        #expect(day(run + run, interval: 5, flags: .running, isReported: true).contains { $0.activity == .running })
        policy.modes = [.walking, .cycling, .automotive]
        let sections = day(run + run, interval: 5, policy: policy)
        #expect(!sections.isEmpty && !sections.contains { $0.activity == .running })
        // Reports of running do not change what the person said.
        let reported = day(run + run, interval: 5, flags: .running, isReported: true, policy: policy)
        #expect(!reported.isEmpty && !reported.contains { $0.activity == .running })
    }

    @Test func whoNeitherRunsNorCyclesIsDriven() {
        var policy = TimelinePolicy()
        policy.modes = [.walking, .automotive]
        #expect(Set(day(bicycle + bicycle, interval: 5, policy: policy).map(\.activity)) == [.automotive])
    }

    /// The confidence is that of the ride's speeds, and absent where reports or a person decide.
    @Test func confidenceIsThatOfTheRide() throws {
        let train = try #require(day([22, 28, 30, 25, 31, 27], interval: 10).first)
        #expect(train.activity == .automotive && train.confidence == .high && !train.isDoubtful)
        let reported = day([4, 7, 8, 5, 3, 8, 6, 7], rest: 20, interval: 5, flags: .cycling, isReported: true)
        #expect(reported.allSatisfy { $0.confidence == nil && !$0.isDoubtful })
        var section = train
        for (probability, level) in [(0.97, Confidence.high), (0.96, .medium), (0.9, .medium), (0.89, .low)] {
            section.probability = probability
            #expect(section.confidence == level)
        }
        #expect(!section.isDoubtful)
        section.probability = 0.69
        #expect(section.isDoubtful)
    }

    /// Someone who corrected rides to cycling is likelier to have cycled.
    @Test func statedRidesShiftWhatIsLikely() throws {
        let model = RideModel.standard
        func probability(_ counts: [Activity: Int], of mode: Activity) throws -> Double {
            let pieces = [RideFeatures(speeds: bicycle.flatMap { [$0, $0, $0] }, seconds: 360)]
            let told = try #require(
                model.mode(of: pieces, confirmed: ConfirmedRides(counts)) { $0 == mode || $0 == .automotive })
            return told.mode == mode ? told.probability : 1 - told.probability
        }
        let before = try probability([:], of: .cycling)
        #expect(try probability([.cycling: 4], of: .cycling) > before)
        #expect(try probability([.automotive: 4], of: .cycling) < before)
        // Powers of two count, so that not every correction changes all days.
        #expect(ConfirmedRides([.cycling: 5]) == ConfirmedRides([.cycling: 4]))
        #expect(ConfirmedRides([:]) == ConfirmedRides())
        let prior = ConfirmedRides([.automotive: 1 << 40])
        #expect(prior.prior(.running) == 0.02 && prior.prior(.automotive) > 0.99)
        #expect(ConfirmedRides().prior(.running) == 0.2 && ConfirmedRides().prior(.cycling) == 0.4)
    }
}
