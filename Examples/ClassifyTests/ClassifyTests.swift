// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayRecognition
import Testing

/// From a log to its activities.
@Suite struct ClassifyTests {
    private let ride = #filePath.components(separatedBy: "/Examples/")[0] + "/Datasets/commute"

    @Test func aCommuteIsWalkedAndDriven() throws {
        let reader = try RecordingReader(path: ride)
        var recognizer = try Recognizer(model: DefaultModel.load(), options: .init(origin: reader.header.origin))
        var batch = SampleBatch()
        var reports: [ActivityReport] = []
        while try reader.next(into: &batch) {
            recognizer.append(batch.samples)
            recognizer.takeReports(into: &reports)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)

        let activities = reports.map(\.activity.flags)
        #expect(activities.contains(.walking) && activities.contains(.automotive) && activities.contains(.stationary))
    }
}
