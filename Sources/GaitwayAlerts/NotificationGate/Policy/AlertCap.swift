// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// At most ``alerts`` alerts in a rolling window. A slot frees exactly when its alert leaves the window.
public struct AlertCap: Sendable, Hashable {
    /// How many alerts the window may hold; 0 for none at all.
    public var alerts: Int
    /// The window's length.
    public var window: Duration

    /// A cap.
    public init(alerts: Int, window: Duration) {
        self.alerts = alerts
        self.window = window
    }

    /// When a slot is free again, given the times of the alerts in order; nil when one is free at `now`.
    func freed(after alerts: [Timestamp], at now: Timestamp) -> Timestamp? {
        let inside = alerts.filter { $0 + window > now }
        guard inside.count >= self.alerts else { return nil }
        let leaving = inside.count - self.alerts
        return leaving < inside.count ? inside[leaving] + window : Timestamp(nanoseconds: .max)
    }
}
