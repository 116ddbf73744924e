// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

/// Windows as a model answers them, to cut stretches from.
enum PredictedWindows {
    /// Windows of 5.12 s from `start` on, each 2.56 s after the one before.
    static func run(
        _ count: Int, of activityClass: ActivityClass, probability: Double = 0.95, isRefused: Bool = false,
        start: Double = 0
    ) -> [UnlabelledStretch.Window] {
        (0..<count).map { index in
            UnlabelledStretch.Window(
                from: start + 2.56 * Double(index), to: start + 2.56 * Double(index) + 5.12,
                probabilities: ActivityProbabilities { $0 == activityClass ? probability : (1 - probability) / 5 },
                isRefused: isRefused)
        }
    }
}

@Suite struct UnlabelledStretchTests {
    private typealias Run = PredictedWindows

    @Test func stretchesHaveTheirLengthAndCoverAWholeRide() throws {
        let stretches = UnlabelledStretch.stretches(of: Run.run(400, of: .walking), ride: 3)
        #expect(stretches.count > 10)
        for stretch in stretches {
            #expect(stretch.ride == 3)
            #expect(stretch.duration >= UnlabelledStretch.shortest)
            #expect(stretch.duration <= UnlabelledStretch.longest)
            #expect(stretch.prediction == .walking)
        }
        // Windows overlap, so that neighbouring stretches meet.
        for (stretch, next) in zip(stretches, stretches.dropFirst()) {
            #expect(next.from > stretch.from && next.from <= stretch.to)
        }
    }

    @Test func aChangeOfTheAnswerEndsAStretch() {
        let windows = Run.run(10, of: .walking) + Run.run(10, of: .automotive, start: 25.6)
        let stretches = UnlabelledStretch.stretches(of: windows, ride: 0)
        #expect(stretches.map(\.prediction) == [.walking, .automotive])
        #expect(stretches.map(\.from) == [0, 25.6])
    }

    @Test func doubtEndsAStretchThatIsSure() throws {
        let windows = Run.run(10, of: .walking) + Run.run(10, of: .walking, probability: 0.3, start: 25.6)
        let stretches = UnlabelledStretch.stretches(of: windows, ride: 0)
        try #require(stretches.count == 2)
        #expect((stretches[0].doubt - 0.06).magnitude < 1e-9)
        #expect((stretches[1].doubt - 0.84).magnitude < 1e-9)
    }

    @Test func refusedWindowsAreAStretchOfTheirOwnWithoutAnAnswer() {
        let windows = Run.run(10, of: .walking) + Run.run(10, of: .walking, isRefused: true, start: 25.6)
        let stretches = UnlabelledStretch.stretches(of: windows, ride: 0)
        #expect(stretches.map(\.prediction) == [.walking, .unknown])
        #expect(stretches.map(\.farShare) == [0, 1])
    }

    @Test func labelledTimeIsInNoStretch() {
        let labelled = [40.0...60, 150...200, 900...950]
        let stretches = UnlabelledStretch.stretches(of: Run.run(200, of: .running), ride: 0, labelled: labelled)
        #expect(!stretches.isEmpty)
        for stretch in stretches {
            for span in labelled { #expect(stretch.to <= span.lowerBound || stretch.from >= span.upperBound) }
        }
        #expect(UnlabelledStretch.stretches(of: Run.run(200, of: .running), ride: 0, labelled: [0...1e9]).isEmpty)
    }

    @Test func aGapEndsAStretchAndShortPiecesAreLeftOut() {
        let windows =
            Run.run(8, of: .cycling) + Run.run(3, of: .cycling, start: 100) + Run.run(7, of: .cycling, start: 200)
        let stretches = UnlabelledStretch.stretches(of: windows, ride: 0)
        #expect(stretches.map(\.from) == [0, 200])
    }

    @Test func aShortEndJoinsTheStretchThatItContinues() throws {
        let windows = Run.run(8, of: .cycling) + Run.run(2, of: .running, start: 20.48)
        let stretches = UnlabelledStretch.stretches(of: windows, ride: 0)
        try #require(stretches.count == 1)
        #expect((stretches[0].to - 28.16).magnitude < 1e-9)
        #expect(stretches[0].prediction == .cycling)
        // The mean over ten windows.
        #expect((stretches[0].probabilities.running - (8 * 0.01 + 2 * 0.95) / 10).magnitude < 1e-12)
    }
}
