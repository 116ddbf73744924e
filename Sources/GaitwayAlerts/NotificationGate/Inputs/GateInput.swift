// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// An input of the gate. Its time of arrival is a parameter of ``Gate/handle(_:at:)``.
public enum GateInput: Sendable, Hashable {
    /// A report was delivered: a motion activity, or the repeat of one.
    ///
    /// Only its flags, its confidence and whether it is a repeat count. The beginning of the activity is recorded and
    /// is never a reason. `ActivityReport.delivered` is ignored, as the time of the input is that of the delivery.
    case report(ActivityReport)
    /// The availability of motion activity became known, or changed.
    case availability(MotionAvailability)
    /// The phone was located. The fix may show a vehicle's speed, if the policy looks at speeds; entries and exits are
    /// inputs of their own.
    case fix(GateFix)
    /// The person entered a region, or the moment came at which its place alerts instead.
    case enter(RegionEntry)
    /// The person left the region of a place.
    case exit(place: String)
    /// The person came back into the region of a place that alerts on exit.
    case comeBack(place: String)
    /// Time passed. The gate asks for ticks by ``Gate/wakeUp``.
    case tick
    /// The time of this input is right, although an earlier input had a later one: the clock was set back, or it ran
    /// ahead for a while. What happened later than now counts as happening now, and what lies ahead of the newest input
    /// keeps the time that is left of it. Without a later input before, it is a tick. See ``Gate/clockJump``.
    case rebase
    /// The person said something.
    case user(UserAction)
}
