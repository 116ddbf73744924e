import MotionTypes
import Timeline

extension TimeSpan {
    /// Seconds that two stretches share.
    func sharedSeconds(with other: TimeSpan) -> Double {
        max(0, TimeSpan(start: max(start, other.start), end: min(end, other.end)).duration)
    }

    /// Whether at least half of this stretch lies in another.
    func lies(mostlyIn other: TimeSpan) -> Bool {
        let shared = sharedSeconds(with: other)
        return shared > 0 && 2 * shared >= duration
    }

    /// Whether two stretches share time or meet.
    func touches(_ other: TimeSpan) -> Bool { start <= other.end && other.start <= end }

    /// The least stretch that holds both.
    func union(_ other: TimeSpan) -> TimeSpan { TimeSpan(start: min(start, other.start), end: max(end, other.end)) }
}
