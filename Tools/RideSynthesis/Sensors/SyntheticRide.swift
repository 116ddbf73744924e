// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a phone would have recorded during a ride, and what was really done.
package struct SyntheticRide: Sendable, Hashable {
    /// The wall clock at elapsed 0, the first acceleration sample.
    package var start: Timestamp
    /// Acceleration in m/s², gravity included, in Android's signs (at rest, face up: +9.81 on z).
    package var acceleration: [Reading]
    /// Gravity in m/s² at the times of ``acceleration``, in the phone's frame, as a perfect sensor fusion has it.
    package var gravity: [Reading]
    /// Rotation rate in rad/s, in the phone's frame.
    package var rotationRate: [Reading]
    /// Pressure in hPa, in x. The first may lie before 0.
    package var pressure: [Reading]
    /// Fixes at 1 Hz.
    package var locations: [Location]
    /// The labels: spans that touch, from 0 to the end.
    package var truth: [LabelledSpan]

    /// One sample of one sensor.
    package struct Reading: Sendable, Hashable {
        /// Nanoseconds since the first acceleration sample: as with a `SensorSample`, for the loops over samples.
        package var nanoseconds: Int64
        /// The reading; a scalar stands in x.
        package var value: SIMD3<Double>

        /// A sample.
        package init(nanoseconds: Int64, value: SIMD3<Double>) {
            self.nanoseconds = nanoseconds
            self.value = value
        }
    }

    /// What was done from a moment to another.
    package struct LabelledSpan: Sendable, Hashable {
        /// Nanoseconds since the first acceleration sample.
        package var from: Int64
        /// Nanoseconds since the first acceleration sample; the next span begins here.
        package var to: Int64
        /// The label; nil for moving, but none of the five.
        package var activity: Activity?
        /// The finer word: sitting, car, ...
        package var mode: String
        /// Where the phone was.
        package var placement: PhonePlacement

        /// The label as manifests have it.
        package var label: String { activity?.rawValue ?? "none" }
    }
}
