// SPDX-License-Identifier: Apache-2.0
import GaitwayReports
import TestSupport
import Testing

@Suite("How long work will still take")
struct TimeLeftTests {
    private let start = ContinuousClock.Instant.now

    private func text(_ fraction: Double, after elapsed: Duration) -> String? {
        TimeLeft(start: start).text(fraction: fraction, now: start + elapsed)
    }

    /// Fraction done, seconds so far, and what is said.
    @Test(arguments: [
        (0.5, 2, "2 s left"), (0.25, 10, "30 s left"), (0.3, 10, "24 s left"), (0.5, 59, "59 s left"),
        (0.999, 2, "1 s left"), (0.5, 60, "1 min left"), (0.5, 89, "1 min left"), (0.5, 90, "2 min left"),
        (0.5, 3569, "59 min left"), (0.5, 3599, "1 h left"), (0.5, 3600, "1 h left"), (0.5, 3660, "1 h 1 min left"),
        (0.01, 3600, "99 h left"),
    ])
    func timeIsThatOfTheRestAtTheSamePace(fraction: Double, seconds: Int, words: String) {
        #expect(text(fraction, after: .seconds(seconds)) == words)
    }

    @Test func secondsAreWhole() {
        #expect(text(0.5, after: .milliseconds(1999)) == nil)
        #expect(text(0.5, after: .milliseconds(2999)) == "2 s left")
    }

    @Test(arguments: [-0.5, 0, 1, 1.5, .nan])
    func nothingIsSaidOfWorkNotBegunOrDone(fraction: Double) {
        #expect(text(fraction, after: .seconds(100)) == nil)
    }

    @Test func moreDoneNeverTakesLonger() {
        // In seconds, as long as they are shown.
        let shown = (50..<100).map { text(Double($0) / 100, after: .seconds(59)) }
        let seconds = shown.compactMap { $0.flatMap { Int($0.prefix { $0.isNumber }) } }
        #expect(seconds.count == 50)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 >= $1 })
    }
}
