import MotionTypes

/// The readings of one row of a table: up to three sensors at one time.
struct MotionRow: TimedRow {
    static let vectorBit: UInt8 = 1
    static let rotationBit: UInt8 = 2
    static let pressureBit: UInt8 = 4

    /// Acceleration in 0...2, the rotation rate in 3...5, the pressure in 6; what is missing is 0.
    var values: SIMD8<Float>
    var time: Int64
    /// Which sensors have a reading.
    var present: UInt8

    func hasSameValues(as other: MotionRow) -> Bool { values == other.values && present == other.present }
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
