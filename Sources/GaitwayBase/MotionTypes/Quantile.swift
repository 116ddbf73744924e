// SPDX-License-Identifier: Apache-2.0
/// Order statistics of values in any order; nil without values.
package enum Quantile {
    /// The value at rank `fraction` (n − 1) of the sorted values, interpolated between neighbours; `fraction` is 0 to
    /// 1.
    package static func value(_ fraction: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let rank = min(max(fraction, 0), 1) * Double(sorted.count - 1)
        let lower = Int(clamping: rank)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (rank - Double(lower)) * (sorted[upper] - sorted[lower])
    }

    /// The median: the mean of the two middle values of an even count.
    package static func median(of values: [Double]) -> Double? { middle(of: values).map { ($0 + $1) / 2 } }

    /// The median: the mean of the two middle values of an even count.
    package static func median(of values: [Duration]) -> Duration? { middle(of: values).map { ($0 + $1) / 2 } }

    /// The two middle values; the same value twice for an odd count.
    private static func middle<Value: Comparable>(of values: [Value]) -> (Value, Value)? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    }
}
