/// The five orientation-free signals; the raw value is their lane in the vectors of spectra and statistics.
enum MotionSignal: Int, CaseIterable, Sendable {
    case magnitude
    case vertical
    case horizontal
    case rotation
    case yaw

    var needsGyroscope: Bool { self == .rotation || self == .yaw }

    /// F: what a sensor at rest may show per band, (m/s²)² or (rad/s)².
    var powerFloor: Float { needsGyroscope ? 1e-5 : 1e-4 }

    /// E: the power at which shapes count half.
    var gateFloor: Float { needsGyroscope ? 1e-4 : 9e-4 }

    /// f: what a sensor at rest may show in time, m/s² or rad/s.
    var deviationFloor: Float { needsGyroscope ? 0.009 : 0.03 }

    /// A value of each signal in its lane; 1 in the lanes that hold none.
    static func lanes(_ value: (MotionSignal) -> Float) -> SIMD8<Float> {
        var lanes = SIMD8<Float>(repeating: 1)
        for signal in allCases { lanes[signal.rawValue] = value(signal) }
        return lanes
    }
}
