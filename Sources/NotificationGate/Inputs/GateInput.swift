public import MotionTypes

/// What reaches the gate. The time at which it arrived is a parameter of ``Gate/handle(_:at:)``.
public enum GateInput: Sendable, Hashable {
    /// A report was delivered: a motion activity, or the repeat of one.
    ///
    /// Only its flags, its confidence and whether it is a repeat count. When the activity began is recorded and never a reason;
    /// `ActivityReport.delivered` plays no part, as the time of the input is that of the delivery.
    case report(ActivityReport)
    /// Whether motion activity can be had was found out, or changed.
    case availability(MotionAvailability)
    /// The phone was located. It tells of a vehicle's speed, where the policy asks for that; entries and exits are told apart from it.
    case fix(GateFix)
    /// The person entered a region, or did what its place's alert asks for instead.
    case enter(RegionEntry)
    /// The person left the region of a place.
    case exit(place: String)
    /// The person came back into the region of a place that alerts on exit.
    case comeBack(place: String)
    /// Time went on. The gate asks for ticks by ``Gate/wakeUp``.
    case tick
    /// The person said something.
    case user(UserAction)
}
