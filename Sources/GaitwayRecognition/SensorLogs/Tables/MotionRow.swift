// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The readings of one row of a table: up to three sensors at one time, and the speed of a fix.
struct MotionRow: TimedRow {
    static let vectorBit: UInt8 = 1
    static let rotationBit: UInt8 = 2
    static let pressureBit: UInt8 = 4
    static let speedBit: UInt8 = 8
    /// The lane of the speed.
    static let speed = 7

    /// Acceleration in 0...2, the rotation rate in 3...5, the pressure in 6, the speed in 7; what is missing is 0.
    var values: SIMD8<Float>
    var time: Int64
    /// Which sensors have a reading.
    var present: UInt8

    /// The speed does not count beside other readings: whether it is read must not tell rows apart.
    func hasSameValues(as other: MotionRow) -> Bool {
        guard (present | other.present) & Self.speedBit != 0 else {
            return values == other.values && present == other.present
        }
        let sensors = present & ~Self.speedBit
        guard sensors == other.present & ~Self.speedBit else { return false }
        return all((values .== other.values) .| Self.isSpeed) && (sensors != 0 || values == other.values)
    }

    private static let isSpeed: SIMDMask<SIMD8<Int32>> = {
        var mask = SIMDMask<SIMD8<Int32>>(repeating: false)
        mask[speed] = true
        return mask
    }()
}

/// A fix as the clock repair sees it; its time stands in `Location.elapsed`.
struct FixRow: TimedRow {
    var fix: Location
    var time: Int64

    func hasSameValues(as other: FixRow) -> Bool {
        var copy = other.fix
        copy.elapsed = fix.elapsed
        return fix == copy
    }
}
