// SPDX-License-Identifier: Apache-2.0
/// One report of what the person does, as CMMotionActivity has it.
public struct MotionActivity: Sendable, Hashable {
    /// The activities that hold; empty for moving, but none of the five.
    public var flags: ActivityFlags
    /// The chance that the flags are right, as one of three levels.
    public var confidence: Confidence
    /// When the activity began, since the recording's first accelerometer sample; zero where there is no recording.
    public var elapsed: Duration
    /// When the activity began by the wall clock, or nil when the log has none.
    public var start: Timestamp?

    /// A report.
    public init(flags: ActivityFlags, confidence: Confidence, elapsed: Duration = .zero, start: Timestamp? = nil) {
        self.flags = flags
        self.confidence = confidence
        self.elapsed = elapsed
        self.start = start
    }
}
