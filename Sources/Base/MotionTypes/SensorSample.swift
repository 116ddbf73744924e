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
}
