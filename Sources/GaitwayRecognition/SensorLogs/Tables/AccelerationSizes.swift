// SPDX-License-Identifier: Apache-2.0
/// The sizes of a sensor's vectors over the first seconds, and of their means over blocks of two seconds.
struct MagnitudeTally {
    private static let block: Int64 = 2_000_000_000

    private var sizes: [Double] = []
    private var means: [Double] = []
    private var sum = SIMD3<Double>()
    private var blockCount = 0
    private var blockNumber: Int64 = 0

    /// How many vectors there are.
    var count: Int { sizes.count }

    /// Adds a vector at a time in nanoseconds since the first.
    mutating func add(_ vector: SIMD3<Double>, at time: Int64) {
        sizes.append((vector * vector).sum().squareRoot())
        let number = time / Self.block
        if number != blockNumber { close() }
        blockNumber = number
        sum += vector
        blockCount += 1
    }

    private mutating func close() {
        guard blockCount > 0 else { return }
        let mean = sum / Double(blockCount)
        means.append((mean * mean).sum().squareRoot())
        sum = SIMD3()
        blockCount = 0
    }

    /// The order statistics of the vectors so far in a unit, which is `scale` of theirs; nil without vectors.
    func finished(scale: Double = 1) -> AccelerationSizes? {
        var copy = self
        copy.close()
        // The mean and the spread are sums over rows of finite squares.
        let count = Double(max(1, copy.sizes.count))
        let mean = copy.sizes.reduce(0) { $0 + $1 / count }
        let variance = copy.sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / count }
        let (sizes, means) = (copy.sizes.sorted(), copy.means.sorted())
        guard !sizes.isEmpty else { return nil }
        return AccelerationSizes(
            median: sizes[sizes.count / 2] * scale, quantile95: sizes[sizes.count * 95 / 100] * scale,
            rest: means[means.count / 2] * scale, lowRest: means[means.count / 10] * scale, mean: mean * scale,
            spread: variance.squareRoot() * scale)
    }
}

/// Decides from the sizes of acceleration which unit it has, and whether it contains gravity.
///
/// Steps and jolts cancel out over two seconds and gravity does not: the mean vector has about the size of g with
/// gravity and is near zero without, also for a phone that is carried. A phone that is turned over and over has less,
/// but not so little.
struct AccelerationSizes {
    let median: Double
    /// The size that 19 of 20 do not exceed.
    let quantile95: Double
    /// The median size of the mean vectors of two seconds: what is left when steps and jolts have cancelled out.
    let rest: Double
    /// The size that one of ten of them does not reach.
    let lowRest: Double
    let mean: Double
    /// The standard deviation of the size.
    let spread: Double

    /// Whether the median size alone is that of a phone at rest.
    func isAtRest(in unit: LogOptions.Unit) -> Bool {
        switch unit {
        case .metresPerSecondSquared: (8.8...10.8).contains(median)
        case .standardGravity: (0.9...1.1).contains(median)
        case .milligravity: (900...1100).contains(median)
        }
    }

    /// Whether the sizes are those of gravity and motion, in m/s² if multiplied by `scale`.
    ///
    /// However a phone turns, the mean size is that of gravity or more: 8.8 m/s² is the limit. Only in a hand that
    /// swings, the mean vector is longer than 10.8 m/s²; in 867 rides, by at most 0.91 of the spread of the sizes. A
    /// phone at rest may be calibrated badly: 15 % is tolerated. One of those rides has 14 %.
    ///
    /// No phone has 10 g half of the time: such numbers are in a smaller unit. Jumps in mg have a spread as large as
    /// their mean.
    private func holdsGravity(_ scale: Double) -> Bool {
        if isBadlyCalibrated(scale) { return true }
        guard median * scale < 98.0665 else { return false }
        return mean * scale >= 8.8 && rest * scale <= max(10.8, 9.80665 + spread * scale)
    }

    /// Whether the size is steady, and not that of gravity but within 15 % of it.
    func isBadlyCalibrated(_ scale: Double) -> Bool {
        spread * scale < 0.5 && !(8.8...10.8).contains(mean * scale) && (8.33...11.28).contains(mean * scale)
    }

    /// The unit in which this is total acceleration; nil if no unit fits.
    ///
    /// - Parameters:
    ///   - given: the unit, if it is known.
    ///   - isTotal: whether it is known to be total.
    func totalUnit(given: LogOptions.Unit?, isTotal: Bool) -> LogOptions.Unit? {
        let fitting = LogOptions.Unit.allCases.filter { unit in
            switch unit {
            case .metresPerSecondSquared:
                if isTotal {
                    (4...25).contains(median)
                } else {
                    holdsGravity(unit.scale) && (rest > 4 || rest > 1.5 && (8...14).contains(median))
                }
            case .standardGravity:
                // Linear acceleration in m/s² has such sizes too: on foot with a mean of half of its size at the most,
                // in a vehicle with a mean that comes and goes.
                if isTotal {
                    (0.4...2.5).contains(median)
                } else if given == unit {
                    holdsGravity(unit.scale) && (rest > 0.4 || rest > 0.15 && (0.8...1.4).contains(median))
                } else {
                    holdsGravity(unit.scale) && (0.35...1.5).contains(rest) && (0.85...1.8).contains(median)
                        && lowRest > 0.5 * rest
                        && (rest > 0.6 * median || isAtRest(in: unit))
                }
            case .milligravity:
                // Nothing else has such sizes: 400 m/s² would be 40 g. Those of m/s² are thus enough.
                if isTotal {
                    (400...2500).contains(median)
                } else {
                    holdsGravity(unit.scale) && (rest > 400 || rest > 150 && (800...1400).contains(median))
                }
            }
        }
        return fitting.first { given == nil || $0 == given }
    }

    /// Whether the sizes are those of m/s² with gravity throughout, if nothing else is `given`.
    func showsGravityInMetres(given: LogOptions.Unit?) -> Bool {
        (given ?? .metresPerSecondSquared) == .metresPerSecondSquared && lowRest > 6
            && totalUnit(given: .metresPerSecondSquared, isTotal: false) != nil
    }

    /// Whether the mean is too small for gravity in this unit.
    func isLinear(in unit: LogOptions.Unit) -> Bool {
        switch unit {
        case .metresPerSecondSquared: rest < 1.5
        case .standardGravity: rest < 0.25
        case .milligravity: rest < 250
        }
    }

    /// Whether linear acceleration of this size must be in m/s², since people rarely move with more than 1.5 g most of
    /// the time.
    var isSurelyMetric: Bool { (1.5...40).contains(median) && rest < 0.6 * median }
}
