// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct StepTallyTests {
    /// Windows of 5 s, a new one every 2.5 s; times in tenths of a second.
    private static func span(_ index: Int) -> Range<Int64> { Int64(index) * 25..<Int64(index) * 25 + 50 }

    /// The steps that count of some at these times, by the answers of the windows.
    private static func steps(_ times: [Int64], _ isOnFoot: [Bool]) -> Int {
        var tally = StepTally()
        tally.append(times)
        for (index, prediction) in isOnFoot.enumerated() { tally.take(span(index), isOnFoot: prediction) }
        tally.finish()
        return tally.steps
    }

    @Test func stepsCountInWindowsOnFoot() {
        let times: [Int64] = [5, 20, 30, 45, 60, 74, 80, 99, 110, 120]
        #expect(Self.steps(times, [false, false, false, false]) == 0)
        #expect(Self.steps(times, [true, true, true, true]) == 10)
        // The second window covers 25 to 75, the third 50 to 100.
        #expect(Self.steps(times, [false, true, false, false]) == 4)
        #expect(Self.steps(times, [false, true, true, false]) == 6)
    }

    /// Windows overlap, so that one other answer hides nothing.
    @Test func oneOtherAnswerBetweenTwoOnFootHidesNoStep() {
        let times = (0..<20).map { Int64($0) * 6 }
        #expect(Self.steps(times, [true, false, true, true]) == 20)
        #expect(Self.steps(times, [true, false, false, true]) < 20)
    }

    /// The steps of a stretch on foot wait until cycling is unlikely in one of its windows. They count then, and not if
    /// it never is.
    @Test func theStepsOfAPossibleRideWait() {
        let times = (0..<20).map { Int64($0) * 6 }
        func counts(_ cycling: [Double?]) -> [Int] {
            var tally = StepTally()
            tally.append(times)
            let counts = cycling.enumerated().map { index, cycling in
                tally.take(Self.span(index), isOnFoot: true, cycling: cycling)
                return tally.steps
            }
            tally.take(Self.span(cycling.count + 2), isOnFoot: false)
            tally.finish()
            #expect(tally.steps == counts.last)
            return counts
        }
        #expect(counts([0.04, 0.3, nil, 0.3]) == [9, 13, 17, 20])
        #expect(counts([0.06, 0.3, 0.04, 0.3]) == [0, 0, 17, 20])
        #expect(counts([0.06, nil, 0.3, 0.06]) == [0, 0, 0, 0])
    }

    /// The next stretch on foot has to be sure by itself.
    @Test func aSureStretchDoesNotVouchForTheNext() {
        var tally = StepTally()
        tally.append((0..<10).map { Int64($0) * 5 })
        tally.take(Self.span(0), isOnFoot: true)
        for index in 1...2 { tally.take(Self.span(index), isOnFoot: false) }
        tally.append((20..<30).map { Int64($0) * 5 })
        tally.take(Self.span(4), isOnFoot: true, cycling: 0.3)
        tally.finish()
        #expect(tally.steps == 10)
    }

    /// Steps wait for half a minute, so that memory has a bound: 64 of them, and the last five.
    @Test func fewStepsWait() {
        var tally = StepTally()
        for index in 0..<100 {
            tally.append((0..<5).map { Int64(index * 25 + $0 * 5) })
            tally.take(Self.span(index), isOnFoot: true, cycling: index < 99 ? 0.3 : 0)
        }
        tally.finish()
        #expect(tally.steps == 69)
    }

    /// A step that becomes known after its window was answered counts still.
    @Test func stepsMayComeLate() {
        var tally = StepTally()
        tally.append([5])
        tally.take(Self.span(0), isOnFoot: true)
        #expect(tally.steps == 1)
        tally.append([20, 40])
        tally.take(Self.span(1), isOnFoot: false)
        #expect(tally.steps == 3)
        tally.append([45, 47, 51, 60])
        tally.take(Self.span(2), isOnFoot: false)
        #expect(tally.steps == 5)
        tally.finish()
        #expect(tally.steps == 5)
    }

    @Test func theCadenceIsThatOfTheWindowsSteps() {
        var tally = StepTally()
        #expect(tally.cadence == nil)
        let second: Int64 = 1_000_000_000
        tally.append((0..<20).map { Int64($0) * second / 2 })
        tally.take(0..<5 * second, isOnFoot: true)
        #expect(tally.cadence == 2)
        tally.take(5 * second..<10 * second, isOnFoot: true)
        #expect(tally.cadence == 2)
        #expect(tally.steps == 20)
        tally.take(10 * second..<15 * second, isOnFoot: true)
        #expect(tally.cadence == nil)
    }

    /// Against the definition: a step counts if a window on foot has it.
    @Test(arguments: 0..<Rounds.count(200)) func anyAnswersCountAsDefined(round: Int) {
        var generator = SeededGenerator(seed: UInt64(round))
        let predictions = (0..<Int.random(in: 1...30, using: &generator)).map { _ in Bool.random(using: &generator) }
        let times = (0..<Int.random(in: 0...200, using: &generator))
            .map { _ in Int64.random(in: 0..<900, using: &generator) }.sorted()
        let onFoot = predictions.indices.filter { predictions[$0] }.map(Self.span)
        let expected = times.filter { time in onFoot.contains { $0.contains(time) } }.count
        #expect(Self.steps(times, predictions) == expected)
    }
}
