import ActivityRecognition
import Foundation
import MotionTypes
import SensorLogs
import Testing

/// A model of your own: it tells rest, walking and driving apart by the strength of the phone's motion.
struct ShakingModel: WindowModel {
    func estimate(_ window: ModelWindow) -> ModelEstimate {
        // The natural logarithm of the power of |a| from 0.2 to 8 Hz, in (m/s²)².
        guard let power = window["magnitude.power"] else { return .unknown(.farFromTraining) }
        let likely: ActivityClass = power > 1 ? .walking : power > -5 ? .automotive : .stationary
        return .probabilities(ActivityProbabilities { $0 == likely ? 0.95 : 0.01 })
    }
}

@Test func anOwnModelClassifiesACommute() throws {
    let datasets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets")
    let reader = try RecordingReader(path: datasets.appending(path: "commute").path)
    var recognizer = Recognizer(windowModel: ShakingModel(), options: .init(smoothing: .viterbi))
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
