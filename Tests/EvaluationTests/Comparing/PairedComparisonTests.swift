// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import Testing

@testable import GaitwayEvaluation

struct PairedComparisonTests {
    /// Eight people of two data sets, each with a walk and a run of 40 windows. `wrong` of ten windows of a person are
    /// classified wrong.
    private static func answered(_ wrong: (_ person: Int) -> Int) -> [ScoredWindow] {
        people.indices.flatMap { person in
            [Activity.walking, .running].enumerated().flatMap { place, truth in
                (0..<40).map { number in
                    let isWrong = number % 10 < wrong(person)
                    let other: Activity = truth == .walking ? .running : .walking
                    return ScoredWindow(
                        recordingIndex: 2 * person + place, windowIndex: number, start: 0, dataSet: person % 2,
                        truth: truth, probabilities: Samples.certain(ActivityClass(isWrong ? other : truth)))
                }
            }
        }
    }

    private static let people = (0..<8).map { "person-\($0)" }
    private static let rides = people.enumerated().flatMap { number, person in
        ["walk", "run"].map { ride in
            ManifestRow(
                recording: "\(person)-\(ride).csv", label: .activity(ride == "walk" ? .walking : .running),
                dataSet: "set-\(number % 2)", user: person)
        }
    }

    private static func compare(
        _ first: [ScoredWindow], _ second: [ScoredWindow], rides: [ManifestRow] = rides
    ) -> PairedComparison {
        PairedComparison(
            [.init(name: "a", windows: first), .init(name: "b", windows: second)], dataSets: ["set-0", "set-1"],
            rides: rides)
    }

    @Test func nothingDiffersFromItself() throws {
        let windows = Self.answered { $0 % 4 }
        let comparison = Self.compare(windows, windows)
        let difference = try #require(comparison.rows[1].difference)
        #expect(comparison.rows[0].difference == nil)
        #expect(difference.value == 0 && difference.interval?.lower == 0 && difference.interval?.upper == 0)
        #expect(!difference.isClear)
        #expect(comparison.unit == .people && comparison.units == 8 && comparison.windows == windows.count)
    }

    /// People of very unlike difficulty: each model's own interval is wide, that of their difference narrow.
    @Test func whatIsHardForBothCancels() throws {
        let comparison = Self.compare(Self.answered { $0 }, Self.answered { $0 + 1 })
        let difference = try #require(comparison.rows[1].difference)
        let interval = try #require(difference.interval)
        let own = try #require(comparison.rows[0].interval)
        #expect(difference.isClear && difference.value < 0 && interval.upper < 0)
        #expect(interval.upper - interval.lower < 0.3 * (own.upper - own.lower))
        let turned = try #require(Self.compare(Self.answered { $0 + 1 }, Self.answered { $0 }).rows[1].difference)
        #expect(isClose(turned.value, -difference.value))
        #expect(isClose(turned.interval?.lower, -interval.upper))
        let walking = try #require(comparison.rows[1].differences[.walking])
        #expect(walking.value < 0 && comparison.rows[1].differences[.cycling] == nil)
    }

    /// One person in eight gains: that is not a clear gain for people, however many windows it is.
    @Test func theGainOfOnePersonIsNotClear() throws {
        let comparison = Self.compare(Self.answered { _ in 5 }, Self.answered { $0 == 0 ? 0 : 5 })
        let difference = try #require(comparison.rows[1].difference)
        #expect(difference.value > 0.04 && difference.interval?.lower == 0)
        #expect(!difference.isClear)
    }

    @Test func moreDrawsLieInAWiderInterval() throws {
        let (first, second) = (Self.answered { $0 }, Self.answered { 7 - $0 })
        let narrow = try #require(Self.compare(first, second).rows[1].difference?.interval)
        let wide = try FigureInterval.$percent.withValue(99) {
            let comparison = Self.compare(first, second)
            #expect(comparison.json.contains("\"interval_percent\": 99") && FigureInterval.title == "99 % interval")
            return try #require(comparison.rows[1].difference?.interval)
        }
        #expect(wide.lower < narrow.lower && narrow.upper < wide.upper)
        #expect(FigureInterval.title == "90 % interval")
    }

    /// Two people with one activity each: every draw must have both, so that all draws are alike.
    @Test func fewDifferentDrawsGiveNoInterval() throws {
        let wrong = Self.answered { $0 % 4 }.filter { ($0.truth == .walking) == ($0.recordingIndex < 8) }
        let all = Self.compare(wrong, wrong)
        #expect(all.rows[0].interval != nil)
        let few = wrong.filter { [0, 15].contains($0.recordingIndex) }
        let comparison = Self.compare(few, few)
        #expect(comparison.units == 2 && comparison.rows[0].interval == nil)
        #expect(comparison.rows[1].difference?.interval == nil)
    }

    @Test func ridesOfOnePersonAreDrawnByRecording() throws {
        let rides = Self.rides.map { ride in
            var ride = ride
            (ride.user, ride.dataSet) = ("me", "mine")
            return ride
        }
        let windows = Self.answered { $0 }.map { window in
            var window = window
            window.dataSet = 0
            return window
        }
        let comparison = PairedComparison(
            [.init(name: "a", windows: windows), .init(name: "b", windows: windows)], dataSets: ["mine"], rides: rides)
        #expect(comparison.unit == .recordings && comparison.units == 16)
        #expect(comparison.rows[0].interval != nil)
    }
}
