// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The steps between samples, counted in bins of equal ratio, so that the median is known in constant memory.
///
/// 32 bins an octave, from 1 µs to about 70 s; a bin also keeps its sum, and the median is the mean of its bin.
struct StepHistogram {
    private static let firstOctave = 10
    private static let octaves = 27
    private var bins = [(count: Int, sum: Int64)](repeating: (0, 0), count: octaves * 32)

    /// Counts `weight` steps of `step` nanoseconds; steps of 0 are left out.
    @inline(__always)
    mutating func add(_ step: Int64, weight: Int = 1) {
        guard step > 0 else { return }
        let octave = 63 - step.leadingZeroBitCount
        var bin = 0
        if octave >= Self.firstOctave {
            bin = (octave - Self.firstOctave) * 32 + Int(truncatingIfNeeded: step >> Int64(octave - 5)) & 31
        }
        guard bin < bins.count, bins[bin].count < 1 << 24 else { return }
        bins[bin].count &+= min(weight, 1 << 20)
        bins[bin].sum &+= step &* Int64(min(weight, 1 << 20))
    }

    /// The median step in nanoseconds; nil before the first one.
    var median: Int64? {
        var all = 0
        for bin in bins { all += bin.count }
        guard all > 0 else { return nil }
        var below = 0
        for bin in bins where bin.count > 0 {
            below += bin.count
            if below * 2 >= all { return bin.sum / Int64(bin.count) }
        }
        return nil
    }

    /// How many steps are at most `limit` nanoseconds long, and their sum; whole bins.
    func steps(upTo limit: Int64) -> (count: Int, sum: Int64) {
        var count = 0
        var sum: Int64 = 0
        for bin in bins where bin.count > 0 && bin.sum / Int64(bin.count) <= limit {
            count += bin.count
            sum = sum.addingReportingOverflow(bin.sum).partialValue
        }
        return (count, sum)
    }
}
