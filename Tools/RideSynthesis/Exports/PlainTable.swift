// SPDX-License-Identifier: Apache-2.0
/// Writes acceleration as a plain table, `time,ax,ay,az`: seconds and m/s².
struct PlainTable {
    private var text = ExportText()

    init() { text.append("time,ax,ay,az\n") }

    /// Adds samples; elapsed 0 is at `start` seconds of the table's clock.
    mutating func append(_ readings: [SyntheticRide.Reading], start: Int64 = 0) {
        for reading in readings {
            // Whole seconds apart from the rest, as a double cannot hold both to the millisecond for long.
            let milliseconds = (reading.nanoseconds + 500_000) / 1_000_000
            text.append(String(start + milliseconds / 1000) + ".")
            text.append(String(String(1000 + milliseconds % 1000).dropFirst()))
            for axis in 0..<3 {
                text.append(",")
                text.appendFixed(reading.value[axis], decimals: 2)
            }
            text.append("\n")
        }
    }

    var bytes: [UInt8] { text.bytes }
}
