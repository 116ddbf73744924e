// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// What a comparison leaves out together.
@Suite struct ComparisonFoldsTests {
    /// A span of a recording, in which a phone lies still at 50 Hz.
    private static func ride(
        _ recording: String, _ activity: Activity, user: String?, dataSet: String = "d", part: Int = 0
    ) throws -> RideWindows {
        var row = ManifestRow(recording: recording, label: .activity(activity), dataSet: dataSet, user: user)
        (row.start, row.end) = (Double(30 * part), Double(30 * part + 30))
        var ride = RideWindows(row: row)
        ride.append(
            (0..<1500 * (part + 1)).map { index in
                SensorSample(
                    sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                    value: SIMD3(0, Float(index % 2) / 100, 9.8))
            })
        try ride.finish()
        return ride
    }

    /// Recordings of random people with one to three parts, each of an activity and perhaps of another person.
    private static func windows(_ random: inout SeededGenerator) throws -> LabelledWindows {
        var windows = LabelledWindows()
        let people = ["ann", "ben", nil].prefix(Int.random(in: 1...3, using: &random))
        let activities = Activity.allCases.shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random))
        for recording in 0..<Int.random(in: 3...14, using: &random) {
            for part in 0..<Int.random(in: 1...3, using: &random) {
                try windows.append(
                    ride(
                        "\(recording)", activities.randomElement(using: &random) ?? .walking,
                        user: people.randomElement(using: &random) ?? nil,
                        dataSet: Bool.random(using: &random) ? "d" : "e", part: part))
            }
        }
        return windows
    }

    @Test(arguments: 0..<Rounds.count(60)) func noRecordingIsInTrainingAndTest(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let windows = try Self.windows(&random)
        guard let folds = ComparisonFolds(windows) else { return }
        #expect((2...5).contains(folds.plan.folds.count))
        let foldOfWindow = folds.foldOfWindow(windows)
        var known: [String: Int] = [:]
        for window in 0..<windows.count {
            let recording = windows.recording(window)
            #expect(known[recording, default: foldOfWindow[window]] == foldOfWindow[window])
            known[recording] = foldOfWindow[window]
        }
        #expect(Set(foldOfWindow).subtracting([-1]) == Set(folds.plan.folds.indices))
        guard folds.plan.grouping == .ride else { return }
        // What one recording alone shows stays in training.
        var recordings: [Activity: Set<String>] = [:]
        for ride in windows.rides { recordings[ride.label.activity ?? .walking, default: []].insert(ride.recording) }
        for (_, own) in recordings where own.count == 1 {
            for recording in own { #expect(known[recording] == -1) }
        }
    }

    @Test func severalPeopleAreLeftOutWhole() throws {
        var windows = LabelledWindows()
        for user in ["ann", "ben", "cleo"] {
            for (number, activity) in [Activity.walking, .automotive, .walking].enumerated() {
                try windows.append(Self.ride("\(user)-\(number)", activity, user: user))
            }
        }
        let folds = try #require(ComparisonFolds(windows))
        #expect(folds.plan.grouping == .user)
        #expect(folds.plan.folds.count == 3)
        for (ride, fold) in zip(windows.rides, folds.plan.foldOfRide) {
            #expect(folds.plan.folds[fold].groups == ["d/" + ride.user])
        }
    }

    @Test func peopleWhoShareOneActivityAreNot() throws {
        var windows = LabelledWindows()
        for number in 0..<3 {
            try windows.append(Self.ride("a\(number)", .walking, user: "ann"))
            try windows.append(Self.ride("b\(number)", .automotive, user: "ben"))
        }
        #expect(ComparisonFolds(windows)?.plan.grouping == .ride)
    }
}
