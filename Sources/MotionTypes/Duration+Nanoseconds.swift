extension Duration {
    /// The duration in nanoseconds, cut off below; stops at the ends of the range.
    package var wholeNanoseconds: Int64 {
        let parts = components
        let (seconds, overflow) = parts.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflow) = seconds.addingReportingOverflow(parts.attoseconds / 1_000_000_000)
        return overflow || sumOverflow ? (parts.seconds < 0 ? .min : .max) : sum
    }
}
