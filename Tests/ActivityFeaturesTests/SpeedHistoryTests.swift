// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct SpeedHistoryTests {
    private static let second: Int64 = 1_000_000_000

    private func history(_ fixes: [(time: Double, speed: Float)]) -> SpeedHistory {
        var history = SpeedHistory()
        for fix in fixes { history.append(fix.speed, at: Int64(proven: fix.time * 1e9)) }
        return history
    }

    @Test func isTheMedianOfASpan() {
        let history = history([(0, 9), (1, 2), (2, 3), (3, 7), (4, 1)])
        #expect(history.median(from: Self.second, to: 4 * Self.second) == 3)
        #expect(history.median(from: Self.second, to: 3 * Self.second) == 2.5)
        #expect(history.median(from: 4 * Self.second, to: 4 * Self.second) == nil)
        #expect(history.median(from: 5 * Self.second, to: 9 * Self.second) == nil)
    }

    @Test func ignoresWhatIsNoSpeed() {
        let history = history([(0, 4), (1, .nan), (2, -1), (3, .infinity)])
        #expect(history.median(from: 0, to: 9 * Self.second) == 4)
    }

    @Test func takesZerosForUnknownUntilSomethingElseComes() {
        #expect(history((0..<100).map { (Double($0), 0) }).median(from: 0, to: 100 * Self.second) == nil)
        let moved = history([(0, 0), (1, 0), (2, 1.5), (3, 0), (4, 0)])
        #expect(moved.median(from: 0, to: 2 * Self.second) == nil)
        #expect(moved.median(from: 0, to: 5 * Self.second) == 0)
    }

    @Test func forgetsWhatIsOldAndNothingElse() {
        let count = 10 * SpeedHistory.capacity
        let history = history((0..<count).map { (Double($0), Float($0 + 1)) })
        #expect(history.median(from: 0, to: Self.second) == nil)
        let from = count - SpeedHistory.capacity
        #expect(
            history.median(from: Int64(from) * Self.second, to: Int64(count) * Self.second)
                == Double(from + 1 + count) / 2)
    }

    @Test func outlastsAFixWithAWrongClock() {
        let history = history([(1e9, 50), (-1e9, 50), (1, 2), (2, 4)])
        #expect(history.median(from: 0, to: 5 * Self.second) == 3)
    }

    @Test(arguments: 1...5)
    func changesNothingElseInWindows(_ seed: UInt64) {
        typealias Assembly = WindowAssemblerTests
        var generator = SeededGenerator(seed: seed)
        let motion = Assembly.merged(
            Assembly.samples(.acceleration, rate: 40, to: 30),
            Assembly.samples(.acceleration, rate: 40, from: 33, to: 60),
            Assembly.samples(.rotationRate, rate: 55, to: 47, seed: 2),
            Assembly.samples(.pressure, rate: 3, to: 60, seed: 3))
        let fixes: [SensorSample] = (0..<80).map { _ in
            let time = Int64.random(in: -20 * Self.second...80 * Self.second, using: &generator)
            let speed = Float.random(in: -1...30, using: &generator)
            return SensorSample(sensor: .speed, nanoseconds: time, value: SIMD3(speed, 0, 0))
        }
        let windows = Assembly.windows(Assembly.merged(fixes, motion))
        let known = fixes.filter { $0.value.x >= 0 }
        for window in windows {
            let own = known.filter { ((window.start - 1_500_000_000)..<window.end).contains($0.nanoseconds) }
                .map { Double($0.value.x) }.sorted()
            let median = own.isEmpty ? nil : (own[(own.count - 1) / 2] + own[own.count / 2]) / 2
            #expect(window.speed == median)
        }
        #expect(windows.contains { $0.speed != nil })
        let without = windows.map { window in
            var window = window
            window.speed = nil
            return window
        }
        #expect(without == Assembly.windows(motion))
    }
}
