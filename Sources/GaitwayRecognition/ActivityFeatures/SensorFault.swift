// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Why the readings of an accelerometer say nothing about its motion.
package enum SensorFault: String, CaseIterable, Sendable, Hashable {
    /// The readings stand at an end of the sensor's range.
    case saturated
    /// The readings do not change at all, as no real sensor's do.
    case dead
}

/// What one reading of an accelerometer, beside the one before, says about a fault.
enum ReadingSign: CaseIterable, Sendable, Hashable {
    case sound
    /// All three axes read the same as before. Loggers that poll write a reading twice; a dead sensor does nothing
    /// else. The first reading of all counts as such, since it tells no dead sensor from a live one.
    case repeated
    /// One axis stands still at a large value while the others move: it has come to the end of its range.
    case atEnd

    /// Sensors end at 2, 4, 8 or 16 times standard gravity; this lies just below the lowest end, in m/s².
    private static let leastEnd: Float = 19

    /// The sign of `value`, which follows `previous`, in m/s².
    init(of value: SIMD3<Float>, after previous: SIMD3<Float>?) {
        guard let previous else {
            self = .repeated
            return
        }
        let (x, y, z) = (value.x == previous.x, value.y == previous.y, value.z == previous.z)
        guard x || y || z else {
            self = .sound
            return
        }
        if x && y && z {
            self = .repeated
        } else {
            let isAtEnd =
                x && value.x.magnitude >= Self.leastEnd || y && value.y.magnitude >= Self.leastEnd
                || z && value.z.magnitude >= Self.leastEnd
            self = isAtEnd ? .atEnd : .sound
        }
    }
}

extension SensorFault {
    /// The share of readings at an end of the range from which a window is saturated. Running clips a sensor of ±2 g in
    /// a quarter of its readings and is known all the same.
    private static let saturatedShare = 0.5

    /// The fault of a window of `readings`, by the numbers of repeated ones and of those at the end of the range; nil
    /// for none.
    ///
    /// Linear acceleration that does not change is not a fault: phones write exact zeros for it at rest.
    init?(readings: Int, repeated: Int, atEnd: Int, hasGravity: Bool) {
        if hasGravity, readings > 1, repeated == readings {
            self = .dead
        } else if Double(atEnd) > Self.saturatedShare * Double(readings) {
            self = .saturated
        } else {
            return nil
        }
    }
}

extension MotionWindow {
    /// The fault that the samples on the grid show, for windows whose readings are not at hand; nil for none. The
    /// low-pass hides readings at the end of the range, so that only a dead sensor is found.
    package var faultOnGrid: SensorFault? {
        guard hasGravity, let first = acceleration.first else { return nil }
        var (least, greatest) = (first, first)
        for value in acceleration {
            least = pointwiseMin(least, value)
            greatest = pointwiseMax(greatest, value)
        }
        return (greatest - least).max() < Self.rounding ? .dead : nil
    }

    /// More than what resampling makes of equal readings by rounding, 10⁻⁵, and far less than the noise of any sensor,
    /// in m/s².
    package static let rounding: Float = 1e-4
}
