// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayWorkspace

struct PredictionPictureTests {
    private func report(_ from: Double, _ flags: ActivityFlags, certainty: Double) -> ActivityReport {
        ActivityReport(
            activity: MotionActivity(flags: flags, confidence: .high),
            probabilities: ActivityProbabilities { activity in
                activity == .walking ? certainty : activity == .stationary ? 1 - certainty : 0
            },
            window: Duration(inSeconds: from)..<Duration(inSeconds: from + 5.12))
    }

    @Test func eachPartHasTheAnswerOfItsWindows() {
        var picture = PredictionPicture()
        for index in 0..<100 {
            picture.append(
                report(Double(index) * 2.56, index < 50 ? .walking : .automotive, certainty: index < 50 ? 1 : 0.55))
        }
        let (answer, doubt) = picture.texts(duration: 256 + 2.56)
        #expect(answer.count == PredictionPicture.parts)
        #expect(answer.prefix(45).allSatisfy { $0 == "w" })
        #expect(answer.suffix(45).allSatisfy { $0 == "a" })
        #expect(doubt.prefix(45).allSatisfy { $0 == "0" })
        #expect(doubt.suffix(45).allSatisfy { $0 == "4" })
    }

    @Test func aGapIsEmpty() {
        var picture = PredictionPicture()
        for index in 0..<10 { picture.append(report(Double(index) * 2.56, .walking, certainty: 1)) }
        for index in 90..<100 { picture.append(report(Double(index) * 2.56, .walking, certainty: 1)) }
        let answer = picture.texts(duration: 256).answer
        #expect(answer.hasPrefix("w") && answer.hasSuffix("w"))
        #expect(answer.contains("........"))
    }

    @Test func aRideWithoutWindowsHasNoPicture() {
        #expect(PredictionPicture().texts(duration: 10) == ("", ""))
    }
}
