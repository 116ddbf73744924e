internal import ActivityFeatures
internal import MotionTypes

/// The random-kernel features of the windows that a model is fitted to.
struct TrainingKernels: Sendable {
    /// The kernels, with thresholds and scales from these windows.
    let features: KernelFeatures
    /// The counts of all windows, one after the other.
    private let counts: [UInt8]

    /// No kernels.
    static let none = TrainingKernels()

    private init() {
        features = .none
        counts = []
    }

    /// `count` kernels for those of `windows` that `selection` lists, which weigh `weights`; none if a window has no
    /// signals.
    init(count: Int, _ windows: TrainingWindows, selection: [Int], weights: [Double]) {
        guard count > 0, windows.haveSignals else {
            self = .none
            return
        }
        let bank = KernelBank(
            count: count, cells: selection.map { windows.cell(of: $0) }, signals: { windows.signals(selection[$0]) })
        var counts: [UInt8] = []
        counts.reserveCapacity(selection.count * bank.count)
        var scratch = KernelScratch()
        var own: [UInt8] = []
        for window in selection {
            bank.count(windows.signals(window), with: &scratch, into: &own)
            counts.append(contentsOf: own)
        }
        self.counts = counts
        features = Self.scaled(
            bank, counts: counts, hasRotation: selection.map { windows.signals($0).hasRotation }, weights: weights)
    }

    /// Appends the features of the window at a place of the selection to its row.
    func append(_ place: Int, hasRotation: Bool, to row: inout [Double]) {
        features.append(counts.span, from: place * features.count, hasRotation: hasRotation, to: &row)
    }

    /// The bank with the weighted means and deviations of its shares.
    private static func scaled(
        _ bank: KernelBank, counts: [UInt8], hasRotation: [Bool], weights: [Double]
    ) -> KernelFeatures {
        var means: [Double] = []
        var deviations: [Double] = []
        for (place, kernel) in bank.kernels.enumerated() {
            var (total, sum, squares) = (0.0, 0.0, 0.0)
            for (window, weight) in weights.enumerated() where hasRotation[window] || kernel.signal != .rotation {
                let share = Double(counts[window * bank.count + place]) / Double(WindowGrid.count)
                total += weight
                sum += weight * share
                squares += weight * share * share
            }
            let mean = total > 0 ? sum / total : 0
            means.append(mean)
            deviations.append(total > 0 ? max(0, squares / total - mean * mean).squareRoot() : 0)
        }
        guard let features = KernelFeatures(bank: bank, means: means, deviations: deviations) else {
            preconditionFailure("means of shares are finite")
        }
        return features
    }
}
