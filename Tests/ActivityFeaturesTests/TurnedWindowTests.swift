// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct TurnedWindowTests {
    /// A window in which gravity turns by an angle in degrees around an axis, between two seconds.
    private static func window(turn: Double, from: Double, to: Double, shake: Double = 0) -> MotionWindow {
        let acceleration = (0..<WindowGrid.count).map { index -> SIMD3<Float> in
            let time = Double(index) / WindowGrid.rate
            let angle = turn / 180 * .pi * min(1, max(0, (time - from) / (to - from)))
            let swing = shake * sin(2 * .pi * 2 * time)
            return SIMD3(Float(9.81 * sin(angle) + swing), Float(swing), Float(9.81 * cos(angle)))
        }
        return MotionWindow(
            start: 0, end: WindowGrid.duration, arrival: WindowGrid.duration, startsSegment: true, rate: 50,
            acceleration: acceleration, rotationRate: nil)
    }

    @Test(arguments: [(0.0, false), (30, false), (44, false), (47, true), (90, true), (180, true)])
    func aTurnOf45DegreesCounts(turn: Double, isTurned: Bool) {
        #expect(Self.window(turn: turn, from: 2, to: 2.5).isTurned == isTurned)
        #expect(Self.window(turn: -turn, from: 1.5, to: 3.5).isTurned == isTurned)
    }

    @Test func shakesAreNoTurn() {
        #expect(!Self.window(turn: 0, from: 0, to: 1, shake: 8).isTurned)
    }

    @Test func withoutGravityNothingTurns() {
        var window = Self.window(turn: 90, from: 2, to: 3)
        window.hasGravity = false
        #expect(!window.isTurned)
    }

    @Test func aTurnThatGoesBackCounts() {
        let there = Self.window(turn: 90, from: 1, to: 2).acceleration
        var window = Self.window(turn: 0, from: 0, to: 1)
        window.acceleration = Array(there.prefix(64) + there.prefix(64).reversed())
        #expect(window.isTurned)
    }
}
