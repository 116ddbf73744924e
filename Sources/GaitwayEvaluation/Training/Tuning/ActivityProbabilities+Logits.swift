// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

extension ActivityProbabilities {
    /// The least probability whose logarithm is taken.
    private static let least = 1e-15

    /// The logarithms of the probabilities less their mean, in the order of `ActivityClass`.
    var logits: [Double] { logits(centredOver: Set(ActivityClass.allCases)) }

    /// The logarithms of the probabilities less the mean of those of `classes`, in the order of `ActivityClass`.
    ///
    /// A classifier's own logits have the sum 0 over the classes that it was trained on. The others have a tiny
    /// probability, whose logarithm would shift the mean, and with it what a scale multiplies.
    func logits(centredOver classes: Set<ActivityClass>) -> [Double] {
        let logarithms = ActivityClass.allCases.map { log(max(self[$0], Self.least)) }
        let mean = classes.sorted { $0.rawValue < $1.rawValue }.reduce(0) { $0 + logarithms[$1.rawValue] }
        return logarithms.map { $0 - mean / Double(max(1, classes.count)) }
    }

    /// The softmax of logits in the order of `ActivityClass`.
    init(logits: [Double]) {
        let largest = logits.max() ?? 0
        let exponentials = logits.map { exp($0 - largest) }
        let sum = exponentials.reduce(0, +)
        self.init { exponentials[$0.rawValue] / sum }
    }

    /// −ln p of the class with this index, in nats.
    func logLoss(of label: Int) -> Double {
        guard let activityClass = ActivityClass(rawValue: label) else { return 0 }
        return -log(max(self[activityClass], Self.least))
    }
}
