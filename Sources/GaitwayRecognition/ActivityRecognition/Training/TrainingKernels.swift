// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The random-kernel features of the windows that a model is fitted to.
struct TrainingKernels: Sendable {
    /// The kernels, with thresholds and scales from these windows.
    let features: KernelFeatures
    /// The counts of each window; nil without kernels.
    private let counts: ScratchRecords<UInt8>?

    static let none = TrainingKernels()

    private init() {
        features = .none
        counts = nil
    }

    /// `count` kernels for those of `windows` that `selection` lists, which weigh `weights`; none if a window has no
    /// signals.
    ///
    /// - Throws: `unreadable` if signals cannot be read again, or counts cannot be kept.
    init(count: Int, _ windows: TrainingWindows, selection: [Int], weights: [Double]) throws(InputError) {
        guard count > 0, windows.haveSignals else {
            self = .none
            return
        }
        let bank = try KernelBank(count: count, cells: selection.map { windows.cell(of: $0) }) {
            (place) throws(InputError) in
            try windows.signals(selection[place])
        }
        var counts = ScratchRecords<UInt8>(length: bank.count, memory: windows.memory)
        var reader = TrainingWindows.Reader(windows)
        var scratch = KernelScratch()
        var own: [UInt8] = []
        var moments = ShareMoments(bank)
        for (window, weight) in zip(selection, weights) {
            let signals = try reader.signals(window)
            bank.count(signals, with: &scratch, into: &own)
            try counts.append(own)
            moments.add(own, hasRotation: signals.hasRotation, weight: weight)
        }
        self.counts = counts
        features = moments.features
    }

    /// Reads the counts of one window after the other.
    struct Reader {
        private let features: KernelFeatures
        private var counts: ScratchRecords<UInt8>.Reader?

        init(_ kernels: TrainingKernels) {
            features = kernels.features
            counts = kernels.counts.map { ScratchRecords.Reader($0) }
        }

        /// Appends the features of the window at a place of the selection to its row.
        mutating func append(_ place: Int, hasRotation: Bool, to row: inout [Double]) throws(InputError) {
            guard let own = try counts?.place(of: place), let elements = counts?.elements else { return }
            features.append(elements.span, from: own.lowerBound, hasRotation: hasRotation, to: &row)
        }
    }
}

/// The weighted sums of kernels' shares and of their squares.
private struct ShareMoments {
    private let bank: KernelBank
    /// The weight of all windows, and of those with a rotation.
    private var (total, totalOfRotation) = (0.0, 0.0)
    private var sums: [Double]
    private var squares: [Double]

    init(_ bank: KernelBank) {
        self.bank = bank
        sums = [Double](repeating: 0, count: bank.count)
        squares = sums
    }

    /// Adds a window. The counts of a rotation that is missing are 0, and add nothing.
    mutating func add(_ counts: [UInt8], hasRotation: Bool, weight: Double) {
        total += weight
        if hasRotation { totalOfRotation += weight }
        for place in counts.indices {
            let share = Double(counts[place]) / Double(WindowGrid.count)
            sums[place] += weight * share
            squares[place] += weight * share * share
        }
    }

    /// The bank with the weighted means and deviations of its shares.
    var features: KernelFeatures {
        var means: [Double] = []
        var deviations: [Double] = []
        for (place, kernel) in bank.kernels.enumerated() {
            let total = kernel.signal == .rotation ? totalOfRotation : total
            let mean = total > 0 ? sums[place] / total : 0
            means.append(mean)
            deviations.append(total > 0 ? max(0, squares[place] / total - mean * mean).squareRoot() : 0)
        }
        guard let features = KernelFeatures(bank: bank, means: means, deviations: deviations) else {
            preconditionFailure("means of shares are finite")
        }
        return features
    }
}
