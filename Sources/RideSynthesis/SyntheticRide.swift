public import MotionTypes

/// What a phone would have recorded during a ride, and what was really done.
public struct SyntheticRide: Sendable, Hashable {
    /// The wall clock at elapsed 0, the first acceleration sample.
    public var start: Timestamp
    /// Acceleration in m/s², gravity included, in Android's signs (at rest, face up: +9.81 on z).
    public var acceleration: [Reading]
    /// Gravity in m/s² at the times of ``acceleration``, in the phone's frame, as a perfect sensor fusion has it.
    public var gravity: [Reading]
    /// Rotation rate in rad/s, in the phone's frame.
    public var rotationRate: [Reading]
    /// Pressure in hPa, in x. The first may lie before 0.
    public var pressure: [Reading]
    /// Fixes at 1 Hz.
    public var locations: [Location]
    /// The labels: spans that touch, from 0 to the end.
    public var truth: [LabelledSpan]

    /// One sample of one sensor.
    public struct Reading: Sendable, Hashable {
        /// Nanoseconds since the first acceleration sample.
        public var elapsed: Int64
        /// The reading; a scalar stands in x.
        public var value: SIMD3<Double>

        /// A sample.
        public init(elapsed: Int64, value: SIMD3<Double>) {
            self.elapsed = elapsed
            self.value = value
        }
    }

    /// What was done from a moment to another.
    public struct LabelledSpan: Sendable, Hashable {
        /// Nanoseconds since the first acceleration sample.
        public var from: Int64
        /// Nanoseconds since the first acceleration sample; the next span begins here.
        public var to: Int64
        /// The label; nil for moving, but none of the five.
        public var activity: Activity?
        /// The finer word: sitting, car, ...
        public var mode: String
        /// Where the phone was.
        public var placement: Placement

        /// The label as manifests have it.
        public var label: String { activity?.rawValue ?? "none" }
    }
}
