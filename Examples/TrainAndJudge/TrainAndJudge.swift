// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayRecognition
import Testing

/// Trains a model on the labelled windows of your own rides, and judges it on a ride that was left out.
@Suite struct TrainAndJudge {
    /// A person's activity during a span of a recording, in seconds.
    private struct Label {
        var recording: String
        var activity: Activity
        var seconds: ClosedRange<Double>
    }

    private static let labels = [
        Label(recording: "commute", activity: .walking, seconds: 2...48),
        Label(recording: "commute", activity: .automotive, seconds: 52...228),
        Label(recording: "commute", activity: .stationary, seconds: 282...328),
        Label(recording: "run", activity: .running, seconds: 2...118),
        Label(recording: "run", activity: .walking, seconds: 122...178),
        Label(recording: "run", activity: .stationary, seconds: 182...238),
    ]

    /// The windows that lie within a label, with its activity.
    private static func windows(of label: Label) throws -> [(features: [Double], activity: Activity)] {
        let reader = try RecordingReader(path: path(label.recording))
        var stream = WindowStream()
        var batch = SampleBatch()
        var windows: [ModelWindow] = []
        while try reader.next(into: &batch) { windows += stream.append(batch.samples) }
        windows += stream.finish()
        return windows.filter { window in
            window.isSound && window.span.lowerBound >= .seconds(label.seconds.lowerBound)
                && window.span.upperBound <= .seconds(label.seconds.upperBound)
        }.map { ($0.features, label.activity) }
    }

    private static func path(_ recording: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets/\(recording)").path
    }

    @Test func aModelIsTrainedAndJudged() throws {
        let windows = try Self.labels.flatMap(Self.windows)
        let trained = try ActivityModel(
            name: "synthetic-1", rows: windows.map(\.features), labels: windows.map { ActivityClass($0.activity) },
            penalty: 0.01)
        // Write the model as a file, and read it back.
        let model = try ActivityModel(json: trained.json(), source: "synthetic-1.json")

        // A model looks too good on rides that it was trained on, so another person's is judged: 176 s of cycling lie
        // between two walks. The model never saw a bicycle; it must know the walks.
        let reader = try RecordingReader(path: Self.path("bike"))
        var recognizer = try Recognizer(model: model, options: .init(smoothing: .viterbi))
        var batch = SampleBatch()
        while try reader.next(into: &batch) { recognizer.append(batch.samples) }
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        let duringWalk = reports.last { $0.activity.elapsed <= .seconds(75) }
        #expect(duringWalk?.activity.flags == .walking)
        #expect(reports.first?.activity.flags == .stationary)
    }
}
