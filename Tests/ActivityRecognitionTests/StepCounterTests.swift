// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import RideSynthesis
import TestSupport
import Testing

@Suite struct StepCounterTests {
    private static let second: Int64 = 1_000_000_000

    /// The windows of a ride.
    private static func windows(
        _ legs: [RideScript.Leg], phone: Phone = Phone(rate: 50), seed: UInt64 = 1, isLinear: Bool = false
    ) -> [MotionWindow] {
        let ride = RideSynthesizer(script: RideScript(legs), phone: phone, seed: seed).make()
        var assembler = WindowAssembler()
        for (total, gravity) in zip(ride.acceleration, ride.gravity) {
            assembler.append(
                SensorSample(
                    sensor: isLinear ? .linearAcceleration : .acceleration, nanoseconds: total.nanoseconds,
                    value: SIMD3<Float>(isLinear ? total.value - gravity.value : total.value)))
        }
        assembler.finish()
        var events: [WindowAssembler.Event] = []
        assembler.takeEvents(into: &events)
        return events.compactMap { if case .window(let window) = $0 { window } else { nil } }
    }

    private static func steps(_ windows: [MotionWindow]) -> [Int64] {
        var counter = StepCounter()
        var steps: [Int64] = []
        for window in windows { counter.append(window, to: &steps) }
        counter.finish(to: &steps)
        return steps
    }

    /// Steps of a known frequency are counted wherever the phone is carried, with gravity and without.
    @Test(arguments: [1.6, 1.85, 2.1, 2.6, 2.9], [PhonePlacement.pocket, .bag, .hand])
    func stepsAreCounted(frequency: Double, placement: PhonePlacement) {
        let gait = RideScript.Gait(stepFrequency: frequency, speed: frequency > 2.3 ? 2.9 : 1.4)
        let leg = RideScript.Leg(frequency > 2.3 ? .running(gait) : .walking(gait), duration: 120)
        for isLinear in [false, true] {
            let windows = Self.windows([leg], phone: Phone(placement: placement, rate: 50), isLinear: isLinear)
            let steps = Self.steps(windows)
            let covered = Double(windows.last!.end - windows[0].start) / 1e9
            let expected = covered * frequency
            #expect(abs(Double(steps.count) - expected) <= 0.03 * expected, "linear: \(isLinear)")
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func aPersonAtRestTakesNoSteps() {
        #expect(Self.steps(Self.windows([.init(.sitting, duration: 300)])).count <= 3)
        #expect(Self.steps(Self.windows([.init(.standing, duration: 300)])).count <= 3)
    }

    /// A walk that stops for a while has no steps in the pause, and all of those beside it.
    @Test func aPauseHasNoSteps() {
        let walk = RideScript.Leg(.walking(.walk), duration: 40)
        let steps = Self.steps(Self.windows([walk, .init(.standing, duration: 20), walk]))
        let inside = steps.filter { (43 * Self.second..<57 * Self.second).contains($0) }
        #expect(inside.count <= 2)
        #expect(abs(steps.count - 148) <= 8)
    }

    /// A moment in which the hand does something else hides no steps, if the walk goes on before and after it.
    @Test func aDisturbedMomentWithinAWalkIsFilled() throws {
        var windows = Self.windows([.init(.walking(.walk), duration: 60)])
        let whole = Self.steps(windows)
        var generator = SeededGenerator(seed: 3)
        let (from, to) = (30 * Self.second, 34 * Self.second)
        var noise: [Int64: SIMD3<Float>] = [:]
        for index in windows.indices {
            for point in 0..<WindowGrid.count {
                let time = windows[index].start + Int64(point) * WindowGrid.step
                guard (from..<to).contains(time) else { continue }
                let value = noise[time] ?? SIMD3<Float>.random(in: -8...8, using: &generator)
                noise[time] = value
                windows[index].acceleration[point] = SIMD3(0, 0, 9.81) + value
            }
        }
        let disturbed = Self.steps(windows)
        #expect(abs(disturbed.count - whole.count) <= 2)
        // Held still instead, it is a pause.
        for index in windows.indices {
            for point in 0..<WindowGrid.count {
                let time = windows[index].start + Int64(point) * WindowGrid.step
                if noise[time] != nil { windows[index].acceleration[point] = SIMD3(0, 0, 9.81) }
            }
        }
        #expect(Self.steps(windows).count <= whole.count - 5)
    }

    /// After each window, all steps are known but those of its last 1.28 s and of the rhythm's last quarter.
    @Test func stepsAreKnownInTime() {
        let windows = Self.windows([.init(.sitting, duration: 20), .init(.walking(.walk), duration: 60)])
        let whole = Self.steps(windows)
        var counter = StepCounter()
        var steps: [Int64] = []
        for (index, window) in windows.enumerated() {
            counter.append(window, to: &steps)
            #expect(whole.starts(with: steps))
            // The first step makes a rhythm certain.
            guard let first = whole.first, index > 0, windows[index - 1].start > first else { continue }
            let known = whole.filter { $0 < window.end - WindowGrid.duration / 4 }
            #expect(steps.count == known.count)
        }
    }

    /// A counter that is saved and restored between two windows goes on as if nothing had happened.
    @Test func aRestoredCounterGoesOn() {
        let windows = Self.windows([
            .init(.walking(.walk), duration: 30), .init(.standing, duration: 12), .init(.running(.run), duration: 30),
        ])
        var counter = StepCounter()
        var steps: [Int64] = []
        for window in windows {
            counter.append(window, to: &steps)
            var saved = StateArchive()
            counter.pass(through: &saved)
            var restoring = StateArchive(restoring: saved.bytes)
            counter = StepCounter()
            counter.pass(through: &restoring)
            #expect(!restoring.isDamaged && restoring.isAtEnd)
        }
        counter.finish(to: &steps)
        #expect(steps == Self.steps(windows))
    }

    /// Nothing is filled across a gap of the accelerometer, and steps before it are not lost.
    @Test func aGapEndsTheRhythm() {
        var windows = Self.windows([.init(.walking(.walk), duration: 30)])
        let later = windows.map { window in
            var window = window
            window.start += 33 * Self.second
            window.end += 33 * Self.second
            return window
        }
        let alone = Self.steps(windows)
        windows += later
        #expect(Self.steps(windows) == alone + alone.map { $0 + 33 * Self.second })
    }
}
