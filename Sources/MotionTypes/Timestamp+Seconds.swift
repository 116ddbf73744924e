extension Timestamp {
    /// The moment `seconds` after 1970, to the nanosecond that a Double can tell apart.
    package init(seconds: Double) {
        let nanoseconds = (seconds * 1e9).rounded()
        self.init(
            nanoseconds: nanoseconds < 9.2e18 ? (nanoseconds > -9.2e18 ? Int64(nanoseconds) : .min) : .max)
    }

    /// Seconds from another moment to this one, also where the difference in nanoseconds has no Int64.
    package func seconds(since other: Timestamp) -> Double {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
        return overflow ? Double(nanoseconds) / 1e9 - Double(other.nanoseconds) / 1e9 : Double(difference) / 1e9
    }
}
