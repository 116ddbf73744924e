// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// Computes the features of ``FeatureSchema/motion`` for one window after the other.
///
/// The four signals share the lanes of one vector, so a window alone costs what it costs in a block, and gives the same
/// bits. Linear acceleration does not tell where up is: the axis along which it moves most stands for the vertical, and
/// how gravity turns is missing. A feature that needs what a window does not have is NaN, which stands for missing.
package struct FeatureExtractor: Sendable {
    private var signals = WindowSignals()
    private var spectra = WindowSpectra()
    private var statistics = WindowStatistics()
    private var measures = WindowMeasures()
    /// The unit gravity of the window before, while no gap lies between.
    private var previousGravity: SIMD3<Float>?

    /// An extractor that has seen no window.
    package init() {}

    /// Appends the features of `window` to `row`, in the order of the schema.
    package mutating func append(_ window: MotionWindow, to row: inout [Double]) {
        precondition(window.acceleration.count == WindowGrid.count, "a window has its grid's count of points")
        measure(window)
        FeatureTable.motion.append(measures, to: &row)
    }

    /// Replaces `quantized` by the signals of the window last appended.
    package func quantize(into quantized: inout QuantizedSignals) {
        quantized.quantize(
            signals.values, means: measures.time.mean, hasRotation: measures.available.contains(.gyroscope))
    }

    private mutating func measure(_ window: MotionWindow) {
        let (firstHalf, secondHalf) = Self.halves(window.acceleration)
        let gravity = window.hasGravity ? Self.unit(firstHalf + secondHalf) : PrincipalAxis.of(window.acceleration)
        signals.compute(acceleration: window.acceleration, rotationRate: window.rotationRate, vertical: gravity)
        spectra.measure(signals, into: &measures.spectra)
        statistics.measure(signals, into: &measures.time)
        measures.turnOfHalves = Self.angle(Self.unit(firstHalf), Self.unit(secondHalf))
        measures.pressureSpread = window.pressureSpread
        measures.available = Self.needsMet(by: window)
        if let previousGravity, !window.startsSegment {
            measures.turnOfWindows = Self.angle(previousGravity, gravity)
            measures.available.insert(.windowBefore)
        }
        previousGravity = gravity
    }

    /// What a window offers beside its acceleration.
    private static func needsMet(by window: MotionWindow) -> Feature.Needs {
        var needs: Feature.Needs = window.hasGravity ? .gravity : []
        if window.rotationRate != nil { needs.insert(.gyroscope) }
        if window.pressureSpread != MotionWindow.PressureSpread() { needs.insert(.barometer) }
        return needs
    }

    /// The sums over both halves of the window.
    private static func halves(_ samples: [SIMD3<Float>]) -> (SIMD3<Float>, SIMD3<Float>) {
        let half = samples.count / 2
        var first = SIMD3<Float>()
        var second = SIMD3<Float>()
        for index in 0..<half {
            first += samples[index]
            second += samples[half + index]
        }
        return (first, second)
    }

    /// The vector's direction; up the z axis for a vector without one (free fall, or a dead sensor).
    static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        let length = (vector * vector).sum().squareRoot()
        return length > 1e-3 ? vector / length : SIMD3(0, 0, 1)
    }

    /// The angle between two unit vectors, in radians; by the chord, exact where the cosine is flat.
    private static func angle(_ first: SIMD3<Float>, _ second: SIMD3<Float>) -> Double {
        let difference = SIMD3<Double>(first - second)
        let chord = (difference * difference).sum().squareRoot()
        return 2 * asin(min(1, chord / 2))
    }
}

extension FeatureExtractor: StatePassing {
    /// Passes the gravity of the window before; all else is measured anew in each window.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&previousGravity, of: SIMD3()) { $1.pass(&$0) }
    }
}
