// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension SpeedLikelihood {
    /// A window with a speed, to learn from.
    package struct Example: Sendable, Hashable {
        /// What the person did; none of the five teaches nothing.
        package var activityClass: ActivityClass
        /// The data set, as an index of the caller's.
        package var dataSet: Int
        /// The speed, in m/s.
        package var speed: Double

        /// A window with a speed.
        package init(activityClass: ActivityClass, dataSet: Int, speed: Double) {
            self.activityClass = activityClass
            self.dataSet = dataSet
            self.speed = speed
        }
    }

    /// The windows of one activity in one data set.
    private struct Cell: Hashable {
        var activity: Activity
        var dataSet: Int
    }

    /// The likelihood that windows show; nil when fewer than two activities have a cell of ``minimumWindows``.
    ///
    /// An activity's histogram is the mean over its cells, in which one of n windows weighs as √n: a large data set
    /// does not drown others. An activity that no cell shows has the mean of the others, so that a speed says nothing
    /// for or against it.
    package init?(learning examples: some Sequence<Example>) {
        let bounds = Self.standardBounds
        var counts: [Cell: [Double]] = [:]
        for example in examples {
            guard let activity = example.activityClass.activity else { continue }
            let bin = Self.bin(of: example.speed, in: bounds)
            let cell = Cell(activity: activity, dataSet: example.dataSet)
            counts[cell, default: [Double](repeating: 0, count: bounds.count + 1)][bin] += 1
        }
        var histograms: [Activity: [Double]] = [:]
        // Sums follow the indices, not the hashes, so that they have the same bits each time.
        for (cell, bins) in counts.sorted(by: { $0.key.dataSet < $1.key.dataSet }) {
            let windows = bins.reduce(0, +)
            guard windows >= Double(Self.minimumWindows) else { continue }
            let old = histograms[cell.activity] ?? [Double](repeating: 0, count: bins.count)
            histograms[cell.activity] = zip(old, bins).map { $0 + $1 / windows.squareRoot() }
        }
        guard histograms.count > 1 else { return nil }
        let known = Activity.allCases.compactMap { histograms[$0].map(Self.smoothed) }
        let mean = known[0].indices.map { bin in known.reduce(0) { $0 + $1[bin] } / Double(known.count) }
        self.init(
            bounds: bounds, shares: Activity.allCases.map { histograms[$0].map(Self.smoothed) ?? mean },
            power: Self.standardPower, chainPower: Self.standardChainPower)
    }

    /// A histogram of sum 1 with a floor under all bins, and a part of each bin given to its neighbours; at the ends
    /// the bin keeps it.
    private static func smoothed(_ histogram: [Double]) -> [Double] {
        let sum = histogram.reduce(0, +)
        let count = histogram.count
        let floored = histogram.map { (1 - floor) * $0 / sum + floor / Double(count) }
        return (0..<count).map { bin in
            let neighbours = floored[max(0, bin - 1)] + floored[min(count - 1, bin + 1)]
            return (1 - 2 * spill) * floored[bin] + spill * neighbours
        }
    }
}
