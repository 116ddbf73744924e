// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase

/// What a sample's numbers must be, so that no sum over them overflows.
enum SampleBounds {
    /// Times lie closer to 0 than a hundred years, in nanoseconds.
    static let latest = SensorSample.latest
    /// The largest component of acceleration (m/s²) or rotation rate (rad/s): no phone measures more, and readers of
    /// logs take no more.
    static let largest: Float = 1e4

    static func check(_ nanoseconds: Int64, _ sample: @autoclosure () -> String) throws(CallError) {
        guard nanoseconds > -latest, nanoseconds < latest else {
            throw CallError(
                "\(sample()) has the time \(nanoseconds) ns, which is more than a hundred years; count from the first "
                    + "accelerometer sample", status: GAITWAY_ERROR_VALUE)
        }
    }

    static func nanoseconds(_ seconds: Double, _ sample: @autoclosure () -> String) throws(CallError) -> Int64 {
        guard seconds.isFinite, seconds.magnitude < Nanoseconds.seconds(latest) else {
            throw CallError(
                "\(sample()) has the time \(seconds) s; give seconds since the first accelerometer sample",
                status: GAITWAY_ERROR_VALUE)
        }
        return Nanoseconds.rounded(seconds)
    }

    @inline(__always)
    static func check(_ value: SIMD3<Float>, of sensor: Sensor, _ sample: @autoclosure () -> String) throws(CallError) {
        let limit = sensor.isScalar ? Float.greatestFiniteMagnitude : largest
        let sizes = value.replacing(with: -value, where: value .< 0)
        // A comparison with NaN is false.
        guard all(sizes .<= limit) else { throw fault(value, of: sensor, sample()) }
    }

    private static func fault(_ value: SIMD3<Float>, of sensor: Sensor, _ sample: String) -> CallError {
        let text = sensor.isScalar ? "\(value.x)" : "(\(value.x), \(value.y), \(value.z))"
        return CallError(
            "\(sample) is \(text); leave out what is not a number or larger than "
                + "\(sensor.isScalar ? "a float" : "1e4")",
            status: GAITWAY_ERROR_VALUE)
    }
}
