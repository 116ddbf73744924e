// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct FloorTallyTests {
    /// The pressure at an altitude of the standard atmosphere.
    private static func pressure(_ altitude: Double) -> Double { 1013.25 * pow(1 - altitude / 44_330.8, 1 / 0.190_263) }

    /// A tally of windows: the altitude of each, and whether it is on foot.
    private static func floors(_ windows: [(altitude: Double, isOnFoot: Bool)]) -> FloorCount? {
        var tally = FloorTally()
        for (index, window) in windows.enumerated() {
            let end = Int64(index) * 2_560_000_000
            tally.take(pressure(window.altitude), endingAt: end, isOnFoot: window.isOnFoot)
        }
        return tally.floors
    }

    /// Windows from one altitude to another at metres a second.
    private static func way(_ from: Double, _ to: Double, _ speed: Double, isOnFoot: Bool = true) -> [(Double, Bool)] {
        let count = Int(proven: abs(to - from) / speed / 2.56)
        return (0...count).map { (from + (to - from) * Double($0) / Double(max(count, 1)), isOnFoot) }
    }

    @Test func stairsUpAndDown() {
        let up = Self.way(400, 413, 0.3)
        let down = Self.way(413, 400, 0.4)
        #expect(Self.floors(up) == FloorCount(ascended: 3))
        #expect(Self.floors(up + down) == FloorCount(ascended: 3, descended: 3))
        #expect(Self.floors([]) == nil)
    }

    @Test func aLiftDoesNotCount() {
        #expect(Self.floors(Self.way(0, 30, 1, isOnFoot: false)) == FloorCount())
        // A walk to the lift, 30 m up, and two more floors on foot.
        let lift = [(0.0, true), (0, true)] + Self.way(0, 30, 1, isOnFoot: false) + Self.way(30, 37, 0.3)
        #expect(Self.floors(lift) == FloorCount(ascended: 2))
    }

    @Test func theWeatherDoesNotCount() {
        // 2 hPa an hour for three hours of walking.
        #expect(Self.floors(Self.way(0, 50, 16.0 / 3600)) == FloorCount())
    }

    @Test func faultyBarometersCountNothing() {
        var tally = FloorTally()
        for (index, pressure) in [nil, 0, -5, .nan, .infinity, 1e30].enumerated() {
            tally.take(pressure, endingAt: Int64(index), isOnFoot: true)
        }
        #expect(tally.floors == nil)
    }

    /// Stairs and the flat with a barometer. The truth is the turning points of the pressure, in floors of 3 m.
    @Test(
        .enabled(if: Rides.areAvailable, Comment(rawValue: Rides.reason)),
        arguments: [
            ("Morris/Traplopen 1", 4, 4), ("Morris/Traplopen 2", 4, 4), ("Valentijn/Traplopen 1", 3, 5),
            ("Valentijn/Traplopen 2", 5, 5), ("Lars/Lopen 1", 0, 0), ("Morris/Lopen 1", 0, 0),
            ("Valentijn/Lopen 1", 0, 0),
            ("Lars/Rennen 1", 0, 0), ("Morris/Rennen 1", 0, 0), ("Valentijn/Rennen 1", 0, 0),
        ])
    func realRides(name: String, up: Int, down: Int) throws {
        let log = try LogRecognizer(
            try RecordingReader(path: Rides.path("mlqs_valentijn/" + name)), model: try DefaultModel.load(),
            options: Recognizer.Options(), hasThreads: false)
        var reports: [ActivityReport] = []
        while try log.next(into: &reports) {}
        let floors = try #require(reports.last?.floors)
        guard up > 0 else {
            #expect(floors == FloorCount())
            return
        }
        #expect(abs(floors.ascended - up) <= 1 && abs(floors.descended - down) <= 1, "\(floors)")
    }

    @Test func theHistoryAnswersForRangesOfTime() {
        let origin = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        var history = StepHistory()
        for (seconds, up) in [(0, 0), (100, 2), (200, 2)] {
            let activity = MotionActivity(flags: .walking, confidence: .high, elapsed: .zero, start: nil)
            var report = ActivityReport(activity: activity, delivered: .seconds(seconds), steps: seconds * 2)
            report.floors = FloorCount(ascended: up)
            history.append(report, origin: origin)
        }
        #expect(history.floors(from: origin, to: origin + .seconds(200)) == FloorCount(ascended: 2))
        #expect(history.floors(from: origin + .seconds(50), to: origin + .seconds(200)) == FloorCount(ascended: 1))
        #expect(StepHistory().floors(from: origin, to: origin) == nil)
    }
}
