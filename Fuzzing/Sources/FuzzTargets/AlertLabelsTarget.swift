// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// Reads any bytes as labels of a ride's alerts, scores the alerts by them, and writes and reads the labels again.
enum AlertLabelsTarget: FuzzTarget {
    static let name = "alert-labels"

    private static let scene = RideScene(Fixtures.ride, places: Fixtures.places)
    private static let result: ReplayResult = {
        do { return try scene.play() } catch { fatalError("\(error)") }
    }()

    static func take(_ bytes: [UInt8]) {
        guard let labels = try? AlertLabels(csv: bytes, source: "labels", for: scene) else { return }
        let score = AlertScore(result, labels: labels)
        precondition(score.useful + score.unsafe + score.unwanted + score.unlabelled == score.alerts)
        precondition(score.delays.count <= score.wanted && score.delays == score.delays.sorted())
        let written = Array(labels.csv(for: scene.ride).utf8)
        guard let again = try? AlertLabels(csv: written, source: "labels", for: scene) else {
            fatalError("labels that were written are not read again")
        }
        precondition(again.labels.map(\.verdict) == labels.labels.map(\.verdict))
    }
}
