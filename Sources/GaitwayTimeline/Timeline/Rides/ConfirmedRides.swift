// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How many rides a person said to be of each mode. They shift how likely a mode is before the speeds of a ride are
/// seen: someone who corrects rides to cycling cycles.
package struct ConfirmedRides: Sendable, Hashable {
    /// The default shares of the modes. Few people run, and with sparse fixes a run and a slow ride have the same
    /// speeds.
    private static let shares: [Activity: Double] = [.running: 0.2, .cycling: 0.4, .automotive: 0.4]
    /// The default shares count as much as this number of rides.
    private static let weight = 10.0
    /// No mode is ever less likely.
    private static let least = 0.02

    private var running = 0
    private var cycling = 0
    private var automotive = 0

    package init() {}

    /// From the number of rides of each mode. A number counts as the power of two below it, so that not every
    /// correction changes all days.
    package init(_ counts: [Activity: Int]) {
        func rounded(_ count: Int) -> Int {
            count > 0 ? 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) : 0
        }
        (running, cycling) = (rounded(counts[.running] ?? 0), rounded(counts[.cycling] ?? 0))
        automotive = rounded(counts[.automotive] ?? 0)
    }

    /// The share of a mode: (n of the mode + 10 default shares) / (n + 10).
    func prior(_ mode: Activity) -> Double {
        let count = [.running: running, .cycling: cycling, .automotive: automotive][mode] ?? 0
        let all = Double(running + cycling + automotive)
        return max(Self.least, (Double(count) + Self.weight * (Self.shares[mode] ?? 0)) / (all + Self.weight))
    }
}
