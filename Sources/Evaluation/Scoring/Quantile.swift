/// Order statistics.
enum Quantile {
    /// The value below which the share `fraction` of `values` lies, by linear interpolation between
    /// neighbours at rank fraction (n - 1); nil without values.
    static func value(_ fraction: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let rank = min(max(fraction, 0), 1) * Double(sorted.count - 1)
        let lower = Int(rank)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (rank - Double(lower)) * (sorted[upper] - sorted[lower])
    }
}
