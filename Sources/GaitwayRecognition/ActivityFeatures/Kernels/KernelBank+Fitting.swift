// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

extension KernelBank {
    /// How many windows of a cell thresholds are drawn from.
    private static let windowsPerCell = 40

    /// A bank of `count` kernels, drawn at random, whose thresholds are quantiles of their own answers.
    ///
    /// The kernel of number j takes the quantile 0.05 + 0.9 frac(0.618… j): multiples of the golden ratio lie evenly,
    /// wherever one stops. Its answers, zeros left out, are one at a random grid point of each of 40 windows of every
    /// cell, a cell being the windows of one class in one data set. The same windows give the same bank.
    ///
    /// - Parameters:
    ///   - cells: the cell of each window.
    ///   - signals: the signals of a window.
    package init<Failure: Error>(
        count: Int, cells: [Int], signals: (Int) throws(Failure) -> QuantizedSignals
    ) throws(Failure) {
        var generator = SplitMix64(seed: 1)
        let kernels = Self.drawn(min(count, MotionKernel.count), of: MotionKernel.count, &generator).sorted()
            .compactMap { MotionKernel(number: $0) }
        var members: [Int: [Int]] = [:]
        for (window, cell) in cells.enumerated() { members[cell, default: []].append(window) }
        var responses = [[Int]](repeating: [], count: kernels.count)
        for cell in members.keys.sorted() {
            let windows = members[cell] ?? []
            for place in Self.drawn(min(Self.windowsPerCell, windows.count), of: windows.count, &generator) {
                let window = try signals(windows[place])
                for (index, kernel) in kernels.enumerated() {
                    let point = Int(proven: generator.unit() * Double(WindowGrid.count))
                    let first = kernel.signal.rawValue * WindowGrid.count
                    let response = kernel.taps.response(at: point, of: window.values[first..<first + WindowGrid.count])
                    if response != 0 { responses[index].append(response) }
                }
            }
        }
        let thresholds = zip(kernels, responses).map { kernel, responses -> Int16 in
            guard !responses.isEmpty else { return 0 }
            let multiple = 0.6180339887 * Double(kernel.number)
            let quantile = 0.05 + 0.9 * (multiple - multiple.rounded(.down))
            return Int16(clamping: responses.sorted()[Int(proven: quantile * Double(responses.count - 1))])
        }
        guard let bank = KernelBank(kernels: kernels, thresholds: thresholds) else {
            preconditionFailure("kernels that were sorted by number rise, and each has a threshold")
        }
        self = bank
    }

    /// `count` different numbers below `bound`, each choice as likely (Fisher and Yates).
    private static func drawn(_ count: Int, of bound: Int, _ generator: inout SplitMix64) -> [Int] {
        var numbers = Array(0..<bound)
        for place in 0..<count {
            let other = place + Int(proven: generator.unit() * Double(bound - place))
            numbers.swapAt(place, other)
        }
        return Array(numbers[..<count])
    }
}
