// SPDX-License-Identifier: Apache-2.0
extension TimeSpan {
    /// Seconds that both spans share.
    func sharedSeconds(with other: TimeSpan) -> Double {
        max(0, TimeSpan(start: max(start, other.start), end: min(end, other.end)).seconds)
    }

    /// Whether at least half of this span lies in another.
    package func lies(mostlyIn other: TimeSpan) -> Bool {
        let shared = sharedSeconds(with: other)
        return shared > 0 && 2 * shared >= seconds
    }

    /// Whether two spans share time or touch.
    package func touches(_ other: TimeSpan) -> Bool { start <= other.end && other.start <= end }

    /// The shortest span that contains both.
    package func union(_ other: TimeSpan) -> TimeSpan {
        TimeSpan(start: min(start, other.start), end: max(end, other.end))
    }
}
