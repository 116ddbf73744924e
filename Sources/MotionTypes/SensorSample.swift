/// One reading of one sensor.
public struct SensorSample: Sendable, Hashable {
    /// The reading in the unit of its ``Sensor``; a scalar stands in x, with y and z zero.
    public var value: SIMD3<Float>
    /// Nanoseconds since the recording's first accelerometer sample; other sensors may lie before it.
    public var elapsed: Int64
    /// Which sensor was read.
    public var sensor: Sensor

    /// A reading.
    public init(sensor: Sensor, elapsed: Int64, value: SIMD3<Float>) {
        self.sensor = sensor
        self.elapsed = elapsed
        self.value = value
    }
}
