// SPDX-License-Identifier: Apache-2.0
/// One reading of one sensor.
public struct SensorSample: Sendable, Hashable {
    /// The reading in the unit of its ``Sensor``; a scalar stands in x, with y and z zero.
    public var value: SIMD3<Float>
    /// Nanoseconds since the recording's first accelerometer sample: ``elapsed`` as the loops over samples take it.
    @usableFromInline
    package var nanoseconds: Int64
    /// Which sensor was read.
    public var sensor: Sensor

    /// A reading; less than a nanosecond of its time is cut off.
    public init(sensor: Sensor, elapsed: Duration, value: SIMD3<Float>) {
        self.init(sensor: sensor, nanoseconds: elapsed.wholeNanoseconds, value: value)
    }

    /// A reading whose time is given in nanoseconds.
    @inlinable
    package init(sensor: Sensor, nanoseconds: Int64, value: SIMD3<Float>) {
        self.sensor = sensor
        self.nanoseconds = nanoseconds
        self.value = value
    }

    /// The time since the recording's first accelerometer sample; other sensors may lie before it.
    public var elapsed: Duration {
        get { .nanoseconds(nanoseconds) }
        set { nanoseconds = newValue.wholeNanoseconds }
    }
}

extension SensorSample {
    /// The longest step between samples that is bridged, in nanoseconds: a longer one is a gap.
    package static var longestStep: Int64 { 500_000_000 }

    /// Times lie closer to 0 than a hundred years, in nanoseconds, so that no sum over them overflows.
    @inlinable
    package static var latest: Int64 { 3_155_760_000_000_000_000 }

    /// Whether its value is finite and its time within a hundred years.
    @inlinable
    package var isUsable: Bool {
        // A product of an infinity or NaN and 0 is NaN, and so is its sum with the others.
        let product = value * 0
        return product.x + product.y + product.z == 0 && nanoseconds > -Self.latest && nanoseconds < Self.latest
    }
}
