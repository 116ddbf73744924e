// SPDX-License-Identifier: Apache-2.0
/// The samples that one feature vector covers, on the uniform grid, and what is known of the sensors beside them.
package struct MotionWindow: Sendable, Hashable {
    /// When the first grid point lies, in nanoseconds since the first accelerometer sample.
    package var start: Int64
    /// When the window ends (the grid point after its last), in the same clock.
    package var end: Int64
    /// When the last sample needed had arrived, in the same clock.
    package var arrival: Int64
    /// True when a gap, or the beginning, lies right before the window: nothing overlaps it from the left.
    package var startsSegment: Bool
    /// Raw accelerometer samples per second: the mean over the windows since the rate last changed.
    package var rate: Double
    /// Acceleration at each grid point, m/s².
    package var acceleration: [SIMD3<Float>]
    /// Total acceleration as it was recorded; nil if the assembler does not keep it at this rate.
    package var recorded: RecordedAcceleration?
    /// Whether that is total acceleration, with gravity, and not linear acceleration.
    package var hasGravity: Bool
    /// What makes the accelerometer's readings worthless; nil when nothing does.
    package var fault: SensorFault?
    /// Rotation rate at each grid point, rad/s; nil when the gyroscope does not cover the window.
    package var rotationRate: [SIMD3<Float>]?
    /// Spread of the detrended pressure, in hPa; nil where the barometer does not cover the span.
    package var pressureSpread: PressureSpread
    /// Mean pressure over the window in hPa, or nil. It is not a feature.
    package var pressure: Double?
    /// Median speed of the fixes from 1.5 s before the window to its end, in m/s, or nil. It is not a
    /// feature.
    package var speed: Double?

    /// Standard deviations of the detrended pressure over the spans that end with the window, in hPa.
    package struct PressureSpread: Sendable, Hashable {
        /// Over the last 30 s.
        package var over30Seconds: Double?
        /// Over the last 60 s.
        package var over60Seconds: Double?

        package init(over30Seconds: Double? = nil, over60Seconds: Double? = nil) {
            self.over30Seconds = over30Seconds
            self.over60Seconds = over60Seconds
        }
    }

    package init(
        start: Int64, end: Int64, arrival: Int64, startsSegment: Bool, rate: Double,
        acceleration: [SIMD3<Float>], recorded: RecordedAcceleration? = nil, hasGravity: Bool = true,
        fault: SensorFault? = nil, rotationRate: [SIMD3<Float>]?, pressureSpread: PressureSpread = .init(),
        pressure: Double? = nil, speed: Double? = nil
    ) {
        self.start = start
        self.end = end
        self.arrival = arrival
        self.startsSegment = startsSegment
        self.rate = rate
        self.acceleration = acceleration
        self.recorded = recorded
        self.hasGravity = hasGravity
        self.fault = fault
        self.rotationRate = rotationRate
        self.pressureSpread = pressureSpread
        self.pressure = pressure
        self.speed = speed
    }
}
