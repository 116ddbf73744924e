// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A spectrogram as bytes: decibels of the power density, column after column.
struct SpectrogramImage: Sendable {
    /// The power density of byte 1, in dB of (m/s²)²/Hz: below the noise of a phone's accelerometer.
    static let floor = -50.0
    /// How many dB a byte is more than the one before.
    static let decibel = 80.0 / 254

    /// Above this number of columns, a column has half the rows, twice as wide.
    static let mostFineColumns = 11_000

    /// How many rows a column has.
    let rows: Int
    /// How many hertz a row has; the first lies around half a row above the lowest frequency.
    let rowWidth: Double
    /// The lowest frequency of the first row.
    let lowest: Double
    /// The rows of each column, low frequencies first; 0 in a column without a window.
    let bytes: [UInt8]

    /// The image of a spectrogram, up to a frequency.
    ///
    /// - Parameter top: what the log's rate allows, in Hz; rows above are left out.
    init(_ spectrogram: Spectrogram, top: Double, mostFineColumns: Int = Self.mostFineColumns) {
        let columns = spectrogram.columns.cells
        let joined = columns.count > mostFineColumns ? 2 : 1
        let seen = max(1, min(Spectrogram.rows, Int(clamping: top / Spectrogram.rowWidth)))
        rows = max(1, seen / joined)
        rowWidth = Spectrogram.rowWidth * Double(joined)
        lowest = Spectrogram.rowWidth / 2
        let (rows, width) = (rows, rowWidth)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(columns.count * rows)
        for column in columns {
            for row in 0..<rows {
                guard column.windows > 0 else {
                    bytes.append(0)
                    continue
                }
                let power = (0..<joined).reduce(Float(0)) { sum, part in
                    let place = row * joined + part
                    return place < column.power.count ? sum + column.power[place] : sum
                }
                bytes.append(Self.byte(density: Double(power / column.windows) / width))
            }
        }
        self.bytes = bytes
    }

    /// The byte of a power density in (m/s²)²/Hz, 1 to 255.
    static func byte(density: Double) -> UInt8 {
        let decibels = density > 0 ? 10 * log10(density) : floor
        return UInt8(clamping: max(1, min(255, ((decibels - floor) / decibel).rounded() + 1)))
    }

    /// The power density of a byte.
    static func density(_ byte: UInt8) -> Double { pow(10, (floor + Double(Int(byte) - 1) * decibel) / 10) }
}
