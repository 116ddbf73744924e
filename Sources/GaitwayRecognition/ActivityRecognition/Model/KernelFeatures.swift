// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// The random-kernel features of a model, scaled: they follow the features and the products.
///
/// The share s of a window's grid points at which a kernel answers above its threshold becomes clip((s − mean) / (sd +
/// 0.02), −4, 4) / 2. What is added to the spread keeps a share that hardly varies from counting like one that does;
/// the half lets one penalty serve kernels and features. Kernels of a rotation that is missing give 0.
package struct KernelFeatures: Sendable, Hashable {
    /// What is added to a standard deviation.
    package static let leastSpread = 0.02

    package let bank: KernelBank
    /// The mean share of each kernel.
    package let means: [Double]
    /// The standard deviation of each kernel's share.
    package let deviations: [Double]
    /// How many of the kernels, the last ones, are of the rotation.
    private let ofRotation: Int
    /// What a count is multiplied by, and what is taken from it then.
    private let scales: [Double]
    private let offsets: [Double]

    package static let none = KernelFeatures()

    /// How many there are.
    package var count: Int { bank.count }

    private init() {
        bank = .empty
        means = []
        deviations = []
        ofRotation = 0
        scales = []
        offsets = []
    }

    /// The features of a bank; nil unless each kernel has a mean, and a deviation of 0 or more.
    package init?(bank: KernelBank, means: [Double], deviations: [Double]) {
        guard means.count == bank.count, deviations.count == bank.count,
            means.allSatisfy(\.isFinite), deviations.allSatisfy({ $0 >= 0 && $0.isFinite })
        else { return nil }
        self.bank = bank
        self.means = means
        self.deviations = deviations
        ofRotation = bank.kernels.count { $0.signal == .rotation }
        scales = deviations.map { 0.5 / Double(WindowGrid.count) / ($0 + Self.leastSpread) }
        offsets = zip(means, deviations).map { 0.5 * $0 / ($1 + Self.leastSpread) }
    }

    var placesOfRotation: Range<Int> { count - ofRotation..<count }

    /// Appends the features of a window with the counts from `first` on to its row.
    func append(_ counts: Span<UInt8>, from first: Int = 0, hasRotation: Bool, to row: inout [Double]) {
        precondition(counts.count >= first + count, "one count for each kernel")
        let start = row.count
        row.append(contentsOf: repeatElement(0, count: count))
        let known = hasRotation ? count : count - ofRotation
        var elements = row.mutableSpan
        elements.set(
            clipped: 2, counts.extracting(first..<first + known), scales: scales.span.extracting(first: known),
            offsets: offsets.span.extracting(first: known), from: start)
    }
}
