import Glibc
import MotionTypes

extension ActivityProbabilities {
    /// The least probability whose logarithm is taken.
    private static let least = 1e-15

    /// The logarithms of the probabilities less their mean, in the order of `ActivityClass`.
    var logits: [Double] {
        let logarithms = ActivityClass.allCases.map { log(max(self[$0], Self.least)) }
        let mean = logarithms.reduce(0, +) / Double(logarithms.count)
        return logarithms.map { $0 - mean }
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
