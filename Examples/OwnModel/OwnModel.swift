// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayRecognition
import Testing

/// A model of your own: it tells rest, walking and driving apart by the strength of the phone's motion.
struct ShakingModel: WindowModel {
    func estimate(_ window: ModelWindow) -> ModelEstimate {
        // The natural logarithm of the power of |a| from 0.2 to 8 Hz, in (m/s²)².
        guard let power = window["magnitude.power"] else { return .unknown(.farFromTraining) }
        let likely: ActivityClass = power > 1 ? .walking : power > -5 ? .automotive : .stationary
        // It throws for numbers that are not finite, that are negative, or that are all 0.
        let answer = try? ActivityProbabilities.proportional(to: { $0 == likely ? 0.95 : 0.01 })
        return answer.map { .probabilities($0) } ?? .unknown(.farFromTraining)
    }
}

@Test func anOwnModelClassifiesACommute() throws {
    let datasets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets")
    let reader = try RecordingReader(path: datasets.appending(path: "commute").path)
    var recognizer = try Recognizer(windowModel: ShakingModel(), options: .init(smoothing: .viterbi))
    var batch = SampleBatch()
    while try reader.next(into: &batch) { recognizer.append(batch.samples) }
    recognizer.finish()
    var reports: [ActivityReport] = []
    recognizer.takeReports(into: &reports)

    for report in reports { print(report.activity.elapsed, report.activity.flags, report.activity.confidence) }
    #expect(reports.map(\.activity.flags).first == .walking)
    #expect(reports.map(\.activity.flags).last == .stationary)
    #expect(reports.contains { $0.activity.flags.contains(.automotive) })
}
