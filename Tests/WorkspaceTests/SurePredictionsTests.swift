// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@testable import GaitwayWorkspace

/// Which of a model's answers become labels.
struct SurePredictionsTests {
    /// Windows of 5.12 s, one each 2.56 s.
    private func answers(_ windows: [(flags: ActivityFlags, certainty: Double)]) -> SurePredictions {
        var answers = SurePredictions()
        for (index, window) in windows.enumerated() {
            let from = Double(index) * 2.56
            let activityClass = ActivityClass(rawValue: Prediction(window.flags).rawValue)
            answers.append(
                ActivityReport(
                    activity: MotionActivity(flags: window.flags, confidence: .high),
                    probabilities: ActivityProbabilities { one in
                        one == activityClass ? window.certainty : (1 - window.certainty) / 5
                    },
                    window: Duration(inSeconds: from)..<Duration(inSeconds: from + 5.12)))
        }
        return answers
    }

    private func windows(
        _ count: Int, _ flags: ActivityFlags, _ certainty: Double
    ) -> [(flags: ActivityFlags, certainty: Double)] {
        Array(repeating: (flags, certainty), count: count)
    }

    @Test func whatIsSureIsALabelAndTheRestIsDoubt() {
        let all = answers(windows(40, .walking, 0.97) + windows(20, .cycling, 0.5) + windows(40, .automotive, 0.9))
        let (sure, doubtful) = all.spans(outside: [], duration: 258.56)
        #expect(sure.map(\.label) == [.activity(.walking), .activity(.automotive)])
        #expect(doubtful.count == 1)
        // Together they are the ride, each moment once.
        let spans = (sure + doubtful).sorted { $0.from < $1.from }
        #expect(spans.first?.from == 0 && spans.last?.to == 258.56)
        for (one, next) in zip(spans, spans.dropFirst()) { #expect((one.to - next.from).magnitude < 1e-9) }
        #expect((sure[0].to - 40 * 2.56).magnitude < 5)
    }

    @Test func whatIsShortIsDoubt() {
        let all = answers(windows(40, .walking, 0.97) + windows(3, .running, 0.99) + windows(40, .walking, 0.97))
        let (sure, doubtful) = all.spans(outside: [], duration: 215.04)
        #expect(sure.allSatisfy { $0.label == .activity(.walking) } && sure.count == 2)
        #expect(doubtful.count == 1 && doubtful[0].to - doubtful[0].from < SurePredictions.reach)
    }

    @Test func labelsStayAsTheyAre() {
        let all = answers(windows(40, .walking, 0.97))
        let (sure, doubtful) = all.spans(outside: [(10, 20), (90, 200)], duration: 104.96)
        #expect(sure.map(\.from) == [0, 20] && sure.map(\.to) == [10, 90])
        #expect(doubtful.isEmpty)
    }

    @Test func unknownIsNoLabel() {
        let (sure, doubtful) = answers(windows(40, .unknown, 1)).spans(outside: [], duration: 104.96)
        #expect(sure.isEmpty && doubtful.count == 1)
        #expect(SurePredictions().spans(outside: [], duration: 10).sure.isEmpty)
    }
}
