// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport

/// A plain log as text: a phone at rest, or one that bounces.
struct SyntheticLog {
    /// How the phone moves.
    enum Motion { case still, bouncing, spinning, swaying }

    /// The units in the header's names, so that nothing has to be guessed.
    static let header = "t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)"

    var header = Self.header
    var rows: [String] = []

    /// - Parameters:
    ///   - seconds: how long it lasts.
    ///   - rate: samples a second.
    ///   - start: the time of the first row, in seconds.
    ///   - scale: what the acceleration in m/s² is multiplied by.
    init(
        _ motion: Motion = .still, seconds: Double, rate: Double = 50, start: Double = 0, scale: Double = 1,
        seed: UInt64 = 1
    ) {
        append(motion, seconds: seconds, rate: rate, start: start, scale: scale, seed: seed)
    }

    /// Adds rows.
    mutating func append(
        _ motion: Motion, seconds: Double, rate: Double = 50, start: Double, scale: Double = 1,
        seed: UInt64 = 1
    ) {
        var generator = SeededGenerator(seed: seed)
        for index in 0..<Int(seconds * rate) {
            let elapsed = Double(index) / rate
            let phase = 2 * Double.pi * 2 * elapsed
            var values = [0, 0, 9.81]
            switch motion {
            case .still: break
            case .bouncing:
                values[0] += 1.5 * sin(phase / 2)
                values[1] += 2 * sin(phase)
                values[2] += 4 * sin(phase + 1) + 1.5 * sin(2 * phase)
            case .swaying:
                values[0] += 2.5 * sin(phase / 4)
                values[1] += 0.6 * sin(3 * phase)
            case .spinning: values = [9.81 * sin(phase / 4), 9.81 * cos(phase / 4), 0]
            }
            let cells = values.map {
                Self.decimal(($0 + Double.random(in: -0.05...0.05, using: &generator)) * scale)
            }
            rows.append(Self.decimal(start + elapsed) + "," + cells.joined(separator: ","))
        }
    }

    var text: String { header + "\n" + rows.joined(separator: "\n") + "\n" }

    /// Four decimals.
    private static func decimal(_ value: Double) -> String { "\((value * 10000).rounded() / 10000)" }
}

extension SyntheticLog {
    /// Writes four rides of each motion: `rides/still-0.csv` to `rides/spinning-3.csv`, 80 s each.
    static func writeRides(to folder: TemporaryFolder) throws {
        for (index, motion) in [Motion.still, .bouncing, .spinning].enumerated() {
            for ride in 0..<4 {
                let log = SyntheticLog(motion, seconds: 80, seed: UInt64(10 * index + ride))
                try folder.write(log.text, to: "rides/\(motion)-\(ride).csv")
            }
        }
    }
}
