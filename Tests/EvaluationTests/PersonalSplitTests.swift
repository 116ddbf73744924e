// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// How a person's recordings are divided, to adapt to some and to judge on others.
struct PersonalSplitTests {
    /// Rides of noise at 50 Hz, with their lengths in seconds.
    private static func windows(
        _ rides: [(recording: String, label: RideLabel, user: String, seconds: Int)]
    ) throws -> LabelledWindows {
        var windows = LabelledWindows()
        for (number, description) in rides.enumerated() {
            var generator = SeededGenerator(seed: UInt64(number + 1))
            var ride = RideWindows(
                row: ManifestRow(recording: description.recording, label: description.label, user: description.user))
            ride.append(
                (0..<description.seconds * 50).map { index in
                    func noise() -> Float { Float.random(in: -1...1, using: &generator) }
                    return SensorSample(
                        sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000,
                        value: SIMD3(noise(), noise(), 9.8 + noise()))
                })
            try ride.finish()
            try windows.append(ride)
        }
        return windows
    }

    private static let rides: [(recording: String, label: RideLabel, user: String, seconds: Int)] = [
        ("walk 1", .activity(.walking), "ann", 200), ("walk 2", .activity(.walking), "ann", 60),
        ("rest 1", .activity(.stationary), "ann", 40), ("rest 2", .activity(.stationary), "ann", 40),
        ("rest 3", .activity(.stationary), "ann", 40), ("run", .activity(.running), "ann", 60),
        ("lift", .noneOfThese, "ann", 40), ("walk 1", .activity(.walking), "ben", 60),
        ("rest 1", .activity(.stationary), "ben", 60),
    ]

    @Test func noRecordingIsAdaptedToAndJudged() throws {
        let windows = try Self.windows(Self.rides)
        let splits = PersonalSplit.splits(of: windows, selection: Array(0..<windows.count), minutes: 1)
        // Ben has one recording of each activity.
        #expect(splits.map(\.person) == ["default/ann"])
        let split = try #require(splits.first)
        func recordings(_ indices: [Int]) -> [String] { Set(indices.map(windows.recording)).sorted() }
        #expect(recordings(split.adapted) == ["rest 1", "rest 2", "walk 1"])
        #expect(recordings(split.judged) == ["rest 3", "run", "walk 2"])
        // A minute is 23 windows; of the long walk the first of them serve.
        let walks = split.adapted.filter { windows.label($0).activity == .walking }
        #expect(walks.count == 23 && walks == Array(0..<23))
        #expect(split.judged.allSatisfy { windows.person($0) == "default/ann" })
    }

    @Test func eachRecordingIsLeftOutOnceUnlessItIsTheLastOfItsActivity() throws {
        let windows = try Self.windows(Self.rides)
        let own = (0..<windows.count).filter { windows.person($0) == "default/ann" }
        let folds = try #require(RecordingFolds(windows, selection: own)).folds
        #expect(folds.count == 3)
        let names = folds.map { Set($0.map(windows.recording)) }
        #expect(names.flatMap { $0 }.sorted() == ["rest 1", "rest 2", "rest 3", "walk 1", "walk 2"])
        // No fold takes all of an activity.
        for fold in folds {
            let rest = own.filter { !fold.contains($0) }
            #expect(windows.activities(rest) == [.walking, .stationary, .running])
        }
        let alone = (0..<windows.count).filter { windows.person($0) == "default/ben" }
        #expect(RecordingFolds(windows, selection: alone) == nil)
        #expect(RecordingFolds(windows, selection: []) == nil)
    }
}
