// SPDX-License-Identifier: Apache-2.0

/// The cadences with which a person walked, and the usual one of them: the median of the reports.
struct CadenceHistory: Hashable, Codable {
    /// The number of reports in each tenth of a step a second.
    private(set) var counts = [Int](repeating: 0, count: Self.bins)
    /// The cadence of the current walk in steps a second; nil at rest.
    private(set) var current: Double?

    private static let bins = 50
    private static let binsPerStep = 10.0
    /// With fewer reports nothing is usual yet. A steady walk is reported once a minute.
    private static let fewest = 20
    /// From there on, counts are halved, so that the usual cadence follows the person.
    private static let most = 10_000

    /// Takes the cadence of a report; nil for one that is not of a walk.
    mutating func take(_ cadence: Double?) {
        guard let cadence, cadence > 0, cadence * Self.binsPerStep < Double(Self.bins) else {
            current = nil
            return
        }
        current = cadence
        counts[Int(clamping: cadence * Self.binsPerStep)] += 1
        if counts.reduce(0, +) >= Self.most { counts = counts.map { $0 / 2 } }
    }

    /// The current walk is over, or not known any more.
    mutating func forgetCurrent() { current = nil }

    /// The usual cadence in steps a second; nil before enough walking.
    var usual: Double? {
        let sum = counts.reduce(0, +)
        guard sum >= Self.fewest else { return nil }
        var rest = (sum + 1) / 2
        for (bin, count) in counts.enumerated() {
            rest -= count
            if rest <= 0 { return (Double(bin) + 0.5) / Self.binsPerStep }
        }
        return nil
    }

    /// Whether the current walk is faster than the usual one by a factor.
    func isRush(_ factor: Double) -> Bool {
        guard let current, let usual else { return false }
        return current > factor * usual
    }

    /// What no gate saves; nil for values that one can have.
    var fault: String? {
        guard counts.count == Self.bins, counts.allSatisfy({ (0...Self.most).contains($0) }) else {
            return "counts are not \(Self.bins) numbers from 0 to \(Self.most)"
        }
        guard let current else { return nil }
        return current > 0 && current * Self.binsPerStep < Double(Self.bins) ? nil : "current is \(current)"
    }
}
