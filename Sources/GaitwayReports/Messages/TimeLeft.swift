// SPDX-License-Identifier: Apache-2.0
/// The remaining time of work at its pace so far.
package struct TimeLeft: Sendable {
    private let start: ContinuousClock.Instant

    /// - Parameter start: when the work began.
    package init(start: ContinuousClock.Instant = .now) { self.start = start }

    /// The remaining time in words; nil in the first two seconds, before any progress, and at the end.
    ///
    /// - Parameter fraction: the done share of the work, 0 to 1.
    package func text(fraction: Double, now: ContinuousClock.Instant = .now) -> String? {
        let elapsed = Double((now - start).components.seconds)
        guard elapsed >= 2, fraction > 0, fraction < 1 else { return nil }
        return FigureText.duration((elapsed / fraction * (1 - fraction)).rounded(.up)) + " left"
    }
}
