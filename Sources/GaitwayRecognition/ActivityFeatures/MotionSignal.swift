// SPDX-License-Identifier: Apache-2.0
/// The four orientation-free signals; the raw value is their lane in the vectors of spectra and statistics.
package enum MotionSignal: Int, CaseIterable, Sendable {
    case magnitude
    case vertical
    case horizontal
    case rotation

    /// Those that need no gyroscope.
    static let ofAcceleration: [MotionSignal] = [.magnitude, .vertical, .horizontal]

    /// The word in features' names.
    var name: String { "\(self)" }

    var unit: String { self == .rotation ? "rad/s" : "m/s²" }

    /// What it needs beside the acceleration.
    var needs: Feature.Needs { self == .rotation ? .gyroscope : [] }

    /// F: what a sensor at rest may show per band, (m/s²)² or (rad/s)².
    package var powerFloor: Float { self == .rotation ? 1e-5 : 1e-4 }

    /// E: the power at which shapes count half.
    package var gateFloor: Float { self == .rotation ? 1e-4 : 9e-4 }

    /// f: what a sensor at rest may show in time, m/s² or rad/s.
    package var deviationFloor: Float { self == .rotation ? 0.009 : 0.03 }

    static func lanes(_ value: (MotionSignal) -> Float) -> SIMD4<Float> {
        var lanes = SIMD4<Float>()
        for signal in allCases { lanes[signal.rawValue] = value(signal) }
        return lanes
    }
}
