/// One window of a recording, and its features.
public struct WindowFeatures: Sendable, Hashable {
    /// When the window begins and ends, since the recording's first accelerometer sample.
    public let span: Range<Duration>
    /// False when the accelerometer stood still or at the end of its range: the values then say nothing about the motion.
    public let isSound: Bool
    /// A value for each of ``FeatureStream/features``, in its unit; NaN is missing.
    public let values: [Double]

    /// The value of the feature of a name, NaN if it is missing; nil for a name that no feature has.
    public subscript(name: String) -> Double? { FeatureSchema.motion.index(of: name).map { values[$0] } }
}
