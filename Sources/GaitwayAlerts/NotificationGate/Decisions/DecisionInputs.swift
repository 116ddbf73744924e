// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// What the gate knew when it decided; unknown values are nil.
public struct DecisionInputs: Sendable, Hashable {
    /// Whether and how motion activity is known.
    public var source: MotionSourceState
    /// The current report's flags; nil without a report.
    public var flags: ActivityFlags?
    /// The current report's confidence.
    public var confidence: Confidence?
    /// Since the current report was delivered; a repeat does not renew it.
    public var reportAge: Duration?
    /// Zero while driving, nil when the person never drove.
    public var sinceDriving: Duration?
    /// Metres per second that the newest fix stated, or that its position showed; nil without one, and for a policy
    /// that ignores fixes.
    public var fixSpeed: Double?
    /// Since that fix.
    public var fixAge: Duration?
    /// Whether the person is inside the region.
    public var isInside: Bool
    /// Metres from the place at entry.
    public var distance: Double?
    /// Metres per second at entry.
    public var speed: Double?
    /// Metres to the edge of the nearest other place at entry; half way round the earth if there was none.
    public var nearestOther: Double?
    /// The times of the alerts that the caps count: those shown before the decision, within the longest of their
    /// windows.
    public var alerts: [Timestamp] = []
    /// How far the input's time lies before that of an earlier input; nil while the clock goes on.
    public var clockBehind: Duration?
}
