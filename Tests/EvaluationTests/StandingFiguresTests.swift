// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import Testing

@testable import GaitwayEvaluation

struct StandingFiguresTests {
    private static let parameters = SmoothingParameters(stay: 0.98)

    /// A ride of 60 windows of one activity, each with a speed and its answer, by index.
    private static func ride(
        _ number: Int, _ truth: Activity?, dataSet: Int = 0, count: Int = 60, speed: (Int) -> Double?,
        saying prediction: (Int) -> ActivityClass
    ) -> [ScoredWindow] {
        (0..<count).map { index in
            let own = prediction(index)
            return ScoredWindow(
                recordingIndex: number, windowIndex: index, start: Double(index) * 2.56, dataSet: dataSet, truth: truth,
                probabilities: ActivityProbabilities { $0 == own ? 0.95 : 0.01 }, speed: speed(index))
        }
    }

    private static func figures(_ windows: [ScoredWindow]) -> StandingFigures? {
        let stream = StreamPredictions(windows) { _ in parameters }
        return StandingFigures(windows, overTime: stream.predictions, rides: [])
    }

    /// Stands for 10 windows, creeps, goes slowly, goes fast, stands again for 20: there it is said to be at rest.
    private static let bus = ride(0, .automotive, dataSet: 0) { index in
        [0, 1, 3, 12][min(index / 10, 3)] * (index < 40 ? 1 : 0)
    } saying: {
        $0 < 10 || $0 >= 45 ? .stationary : .automotive
    }

    @Test func aVehicleStandsBeforeAndAfterItMoved() throws {
        let figures = try #require(Self.figures(Self.bus))
        #expect(figures.rows.map(\.band) == StandingFigures.Band.allCases)
        #expect(figures.rows.map(\.figures.windows) == [10, 20, 10, 10, 10])
        #expect(figures.rows.map(\.figures.right) == [0, 0.25, 1, 1, 1])
        #expect(figures.standstill == figures.rows[1].figures)
        #expect(figures.standstill?.mostlyTakenFor?.prediction == .stationary)
        #expect(figures.leftOut == [.automotive: 30] && figures.withoutSpeed.isEmpty)
        #expect(figures.withoutStanding.windows == 30 && figures.withoutStanding[.automotive].recall == 1)
    }

    /// The speed of an earlier ride is not that of a later one, and creeping is not moving.
    @Test func eachRideBeginsAnew() throws {
        let parked = Self.ride(1, .automotive) { _ in
            0.2
        } saying: { _ in
            .stationary
        }
        let figures = try #require(Self.figures(Self.bus + parked))
        let before = try #require(figures.rows.first { $0.band == .standingBefore })
        #expect(before.figures.windows == 70 && figures.standstill?.windows == 20)
        let wandering = Self.ride(2, .automotive) {
            $0 % 2 == 0 ? 0.1 : 1.9
        } saying: { _ in
            .automotive
        }
        #expect(try #require(Self.figures(wandering)).standstill == nil)
    }

    /// People who stand, walk, or say nothing stay in the figures, whatever their speed.
    @Test func onlyVehiclesAndBicyclesAreLeftOut() throws {
        let windows =
            Self.bus
            + Self.ride(1, .cycling) {
                $0 < 20 ? 0.49 : 0.5
            } saying: { _ in
                .cycling
            }
            + Self.ride(2, .stationary) { _ in
                0
            } saying: { _ in
                .stationary
            }
            + Self.ride(3, .walking) { _ in
                nil
            } saying: { _ in
                .cycling
            }
            + Self.ride(4, nil) { _ in
                0
            } saying: { _ in
                .walking
            }
        let figures = try #require(Self.figures(windows))
        #expect(figures.leftOut == [.automotive: 30, .cycling: 20])
        #expect(figures.withoutStanding.windows == 240 - 50)
        #expect(figures.withoutStanding[.cycling].recall == 1 && figures.withoutStanding[.walking].recall == 0)
        // The headline is of all windows, as before; here it is worse.
        let headline = Metrics(windows, weights: CellWeights(windows, keepsEveryActivity: true).weights)
        #expect(try #require(figures.withoutStanding.macroF1) > (try #require(headline.macroF1)))
        #expect(Set(figures.rows.map(\.activity)) == [.automotive, .cycling])
    }

    @Test func dataSetsWeighTheSame() throws {
        func ride(_ number: Int, count: Int, _ prediction: ActivityClass) -> [ScoredWindow] {
            Self.ride(
                number, .automotive, dataSet: number, count: count, speed: { _ in 9 }, saying: { _ in prediction })
        }
        let windows = ride(0, count: 100, .automotive) + ride(1, count: 400, .walking) + ride(2, count: 20, .walking)
        let fast = try #require(Self.figures(windows)?.rows.first?.figures)
        #expect(isClose(fast.right, 0.5) && fast.dataSets == 2 && fast.windows == 520)
        #expect(isClose(fast.plainRight, 100.0 / 520), "\(fast)")
    }

    @Test func aSpeedOfZeroThroughoutLeavesNoVehicle() throws {
        let windows =
            Self.ride(0, .automotive) { _ in
                0
            } saying: { _ in
                .automotive
            }
            + Self.ride(1, .walking) { _ in
                0
            } saying: { _ in
                .walking
            }
        let figures = try #require(Self.figures(windows))
        #expect(figures.standstill == nil && figures.rows.map(\.band) == [.standingBefore])
        #expect(figures.withoutStanding[.automotive].f1 == nil && figures.withoutStanding.macroF1 == 1)
        let text = figures.text(beside: Metrics(windows), width: 80)
        #expect(text.contains("Nothing but standing windows: automotive") && !text.contains("nan"))
    }

    @Test func withoutSpeedsThereIsNothing() {
        #expect(Self.figures([]) == nil)
        #expect(
            Self.figures(
                Self.ride(0, .automotive) { _ in
                    nil
                } saying: { _ in
                    .automotive
                }) == nil)
        #expect(
            Self.figures(
                Self.ride(0, .walking) { _ in
                    2
                } saying: { _ in
                    .walking
                }) == nil)
        #expect(
            Self.figures(
                Self.ride(0, .cycling) { _ in
                    .nan
                } saying: { _ in
                    .walking
                }) == nil)
    }

    @Test func gapsInTheFixesAreCounted() throws {
        let windows = Self.ride(0, .automotive) {
            $0 % 3 == 0 ? nil : 7
        } saying: { _ in
            .automotive
        }
        let figures = try #require(Self.figures(windows))
        #expect(figures.withoutSpeed == [.automotive: 20] && figures.rows[0].figures.windows == 40)
        #expect(figures.withoutStanding.windows == 60, "a window without fixes may not stand")
        let one = try #require(
            Self.figures(
                Self.ride(0, .cycling, count: 1) { _ in
                    3
                } saying: { _ in
                    .cycling
                }))
        #expect(one.rows.map(\.figures.windows) == [1] && one.rows[0].figures.right == 1)
    }

    @Test func textAndJSONHaveTheFigures() throws {
        let windows =
            Self.bus
            + Self.ride(1, .walking) { _ in
                nil
            } saying: { _ in
                .walking
            }
        var report = EvaluationReport(windows: windows, dataSets: ["a"])
        let before = report.text()
        #expect(try Self.object(report)["standing"] is NSNull)
        report.standing = Self.figures(windows)
        let lines = report.text().split(separator: "\n")
        #expect(before.split(separator: "\n").allSatisfy(lines.contains) && lines.allSatisfy { $0.count <= 80 })
        let line = try #require(lines.first { $0.hasPrefix("  stands, after moving") }, "\(report.text())")
        #expect(line.contains("25.0 %") && line.hasSuffix("stationary 75.0 %"))
        let standing = try #require(try Self.object(report)["standing"] as? [String: Any])
        #expect((standing["windows_left_out"] as? [String: Int]) == ["automotive": 30, "cycling": 0])
        #expect((standing["standstill_after_moving"] as? [String: Any])?["right"] as? Double == 0.25)
        #expect((standing["speeds"] as? [[String: Any]])?.count == 5)
    }

    private static func object(_ report: EvaluationReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }
}
