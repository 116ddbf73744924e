// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// A made-up log for measurements: a walk with noise at 50 Hz, with the same bytes and samples at every call.
struct MotionLog {
    /// Seconds since the start, acceleration in m/s², rotation rate in rad/s, pressure in hPa.
    private(set) var rows: [(time: Double, acceleration: SIMD3<Double>, rotation: SIMD3<Double>, pressure: Double)] = []

    /// A log of `count` rows at 50 Hz.
    init(rows count: Int) {
        var state: UInt64 = 1
        func noise() -> Double {
            // SplitMix64 (G. Steele et al., 2014).
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-52 - 1
        }
        func noises(_ size: Double) -> SIMD3<Double> { SIMD3(noise(), noise(), noise()) * size }
        for index in 0..<count {
            let time = (Double(index) + 0.02 * noise()) / 50
            let phase = 2 * Double.pi * 1.8 * time
            rows.append(
                (
                    max(0, time), SIMD3(0.8 * sin(phase / 2), 9.81 + 2 * sin(phase), 0.5 * cos(phase)) + noises(0.4),
                    SIMD3(0.9 * sin(phase / 2), 0.2, 0.1) + noises(0.1), 1013.25 + 0.02 * noise()
                ))
        }
    }

    /// The rows as a CSV with six decimals.
    var csv: [UInt8] {
        var bytes: [UInt8] = []
        Self.write(rows: 0..<rows.count) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Writes a part of an endless log as a CSV, in pieces. After six minutes the values repeat, while times continue.
    static func write(rows range: Range<Int>, _ body: ([UInt8]) -> Void) {
        let block = MotionLog(rows: min(range.upperBound, 18_000)).rows
        let values = block.map { row in
            var bytes: [UInt8] = []
            for axis in 0..<3 { append(row.acceleration[axis], to: &bytes) }
            for axis in 0..<3 { append(row.rotation[axis], to: &bytes) }
            append(row.pressure, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
            return bytes
        }
        var piece = Array("time,ax,ay,az,gx,gy,gz,pressure\n".utf8)
        for index in range {
            let place = index % block.count
            let microseconds = Int(proven: (block[place].time * 1e6).rounded()) + 20_000 * (index - place)
            append(digits: microseconds / 1_000_000, atLeast: 1, to: &piece)
            piece.append(UInt8(ascii: "."))
            append(digits: microseconds % 1_000_000, atLeast: 6, to: &piece)
            piece.append(contentsOf: values[place])
            if piece.count > 1 << 20 {
                body(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        body(piece)
    }

    /// A comma and the number.
    private static func append(_ value: Double, to bytes: inout [UInt8]) {
        let scaled = Int(proven: (value * 1e6).rounded())
        bytes.append(UInt8(ascii: ","))
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: Int(scaled.magnitude) / 1_000_000, atLeast: 1, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        append(digits: Int(scaled.magnitude) % 1_000_000, atLeast: 6, to: &bytes)
    }

    private static func append(digits number: Int, atLeast width: Int, to bytes: inout [UInt8]) {
        var power = 1
        for _ in 1..<width { power *= 10 }
        while number / power > 9 { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / power % 10))
            power /= 10
        }
    }

    /// The rows as samples in time order.
    var samples: [SensorSample] {
        rows.flatMap { row in
            let elapsed = Int64(proven: row.time * 1e9)
            return [
                SensorSample(sensor: .rotationRate, nanoseconds: elapsed, value: SIMD3<Float>(row.rotation)),
                SensorSample(sensor: .acceleration, nanoseconds: elapsed, value: SIMD3<Float>(row.acceleration)),
            ]
        }
    }
}
