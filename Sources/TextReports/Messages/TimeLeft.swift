/// How long work that is under way will still take, by what is done of it.
package struct TimeLeft: Sendable {
    private let start: ContinuousClock.Instant

    /// Work that begins now.
    package init(start: ContinuousClock.Instant = .now) { self.start = start }

    /// In words; nil in the first two seconds, before anything is done, and when all is.
    ///
    /// - Parameter fraction: how much of the work is done, 0 to 1.
    package func text(fraction: Double, now: ContinuousClock.Instant = .now) -> String? {
        let elapsed = Double((now - start).components.seconds)
        guard elapsed >= 2, fraction > 0, fraction < 1 else { return nil }
        let seconds = Int((elapsed / fraction * (1 - fraction)).rounded(.up))
        if seconds < 60 { return "\(seconds) s left" }
        if seconds < 3600 { return "\((seconds + 30) / 60) min left" }
        return "\(seconds / 3600) h \(seconds % 3600 / 60) min left"
    }
}
